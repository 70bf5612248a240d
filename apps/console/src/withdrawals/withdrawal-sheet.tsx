import { Button } from '@city-mint/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { SourceSheet } from '#transfers/transfer-sheets.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { Loaded } from '#ui/state.tsx';
import { WithdrawalView } from './views/withdrawal-view.tsx';
import { type Withdrawal, withdrawalQuery } from './withdrawals-queries.ts';

type WithdrawalSheetProps = { readonly withdrawalId: string; readonly onClose: () => void };

/** A withdrawal with its history, and what operators can do with it now. */
export function WithdrawalSheet({ withdrawalId, onClose }: WithdrawalSheetProps) {
  const t = useTranslations('withdrawals');
  const query = useQuery(withdrawalQuery(withdrawalId));
  const [showsTransfers, setShowsTransfers] = useState(false);
  if (showsTransfers) {
    return (
      <SourceSheet row={{ source: 'withdrawal', sourceId: withdrawalId }} onClose={() => setShowsTransfers(false)} />
    );
  }
  return (
    <SideSheet open onClose={onClose} title={t('detail', { id: withdrawalId })}>
      <Loaded query={query}>
        {(detail) => (
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap items-start gap-2">
              <Decisions withdrawal={detail.withdrawal} />
              <Button size="small" kind="soft" onClick={() => setShowsTransfers(true)}>
                {t('transfers')}
              </Button>
            </div>
            <WithdrawalView detail={detail} />
          </div>
        )}
      </Loaded>
    </SideSheet>
  );
}

function Decisions({ withdrawal: { withdrawalId, state, cancelAskedAt } }: { readonly withdrawal: Withdrawal }) {
  const fields = { withdrawalId };
  if (state === 'requested') {
    return (
      <>
        <ActionButton name="withdrawals/approve" fields={fields} kind="primary" />
        <ActionButton name="withdrawals/reject" fields={fields} />
      </>
    );
  }
  const isOpen = (state === 'approved' || state === 'signed') && cancelAskedAt === null;
  return isOpen ? <ActionButton name="withdrawals/cancel" fields={fields} /> : null;
}
