import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '#platform/toast-store.ts';
import { usePendingRequest } from '#platform/use-pending-request.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { Choice } from '#ui/choice.tsx';
import { askToConfirm } from '#ui/confirm-store.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { assetsQuery } from './assets-queries.ts';
import { WithdrawForm } from './views/withdraw-form.tsx';
import { repeatWithdrawal, requestWithdrawal, type WithdrawOutcome } from './withdraw-flow.ts';
import { WithdrawalProgress } from './withdrawal-progress.tsx';
import { type WithdrawalBody, withdrawalRequests } from './withdrawal-requests.ts';

const route = getRouteApi('/withdraw');
const CURRENCIES = ['JU', 'FMC'] as const;

/** Withdrawal: the request, and the way of its voucher until the chain has paid it. */
export function WithdrawPage() {
  const t = useTranslations('assets.withdraw');
  const { id } = route.useSearch();
  const navigate = route.useNavigate();
  const { address } = useVisitor();
  /** The withdrawal asked for just now: its voucher goes to the wallet without another tap. */
  const [fresh, setFresh] = useState<string | null>(null);
  const follow = (withdrawalId: string) => {
    setFresh(withdrawalId);
    void navigate({ search: { id: withdrawalId }, replace: true });
  };
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/assets" />
      <SessionGate>
        {address !== null && id === undefined && <Withdraw key={address} account={address} onRequested={follow} />}
        {address !== null && id !== undefined && (
          <WithdrawalProgress
            key={id}
            account={address}
            withdrawalId={id}
            sendAtOnce={fresh === id}
            onAnother={() => void navigate({ search: {}, replace: true })}
          />
        )}
      </SessionGate>
    </Page>
  );
}

type WithdrawProps = {
  readonly account: `0x${string}`;
  readonly onRequested: (withdrawalId: string) => void;
};

function Withdraw({ account, onRequested }: WithdrawProps) {
  const t = useTranslations('assets.withdraw');
  const { currency = 'JU' } = route.useSearch();
  const navigate = route.useNavigate();
  const assets = useQuery(assetsQuery(account));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const tell = (outcome: WithdrawOutcome) => {
    if (outcome.kind === 'requested') onRequested(outcome.withdrawalId);
    if (outcome.kind === 'refused') setRefusal(outcome.text);
  };
  const open = usePendingRequest(withdrawalRequests, account, async (kept) => tell(await repeatWithdrawal(kept)));

  const ask = async (body: WithdrawalBody) => {
    const confirmed = await askToConfirm({
      title: t('confirmTitle'),
      text: t('confirmText', { amount: body.amount, unit: body.currency, to: body.to }),
      confirmLabel: t('submit'),
    });
    if (!confirmed || busy) return;
    setBusy(true);
    setRefusal(null);
    tell(await requestWithdrawal(account, body).finally(() => setBusy(false)));
  };

  if (assets.isPending) return <SkeletonRows rows={4} />;
  if (assets.data === undefined) return <ErrorState error={assets.error} onRetry={() => void assets.refetch()} />;
  const available = assets.data.assets.find((asset) => asset.currency === currency)?.available ?? '0';
  return (
    <>
      {open !== null && !busy && (
        <div role="status">
          <Notice kind="pending">
            <p className="font-semibold">{t('pendingTitle')}</p>
            <p className="mt-0.5">{t('pendingText', { amount: open.body.amount, unit: open.body.currency })}</p>
          </Notice>
        </div>
      )}
      <Choice
        label={t('currency')}
        options={CURRENCIES.map((value) => ({ value, label: value }))}
        value={currency}
        onChange={(next) => {
          setRefusal(null);
          void navigate({ search: { currency: next }, replace: true });
        }}
      />
      <WithdrawForm
        key={currency}
        currency={currency}
        available={available}
        ownAddress={account}
        refusal={refusal}
        busy={busy}
        waitsForAnswer={open !== null && !busy}
        onSubmit={(values) => {
          ask({ currency, ...values }).catch(() => showToast(t('waitingAnswer'), 'danger'));
        }}
      />
    </>
  );
}
