import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { SideSheet } from '#ui/side-sheet.tsx';
import { Loaded } from '#ui/state.tsx';
import { type SourceRow, transferQuery, transfersOfQuery } from './transfers-queries.ts';
import { TransferView } from './views/transfer-view.tsx';

type SheetProps = { readonly onClose: () => void };

/** A transfer, and the others of the same source. */
export function TransferSheet({ transferId, onClose }: SheetProps & { readonly transferId: string }) {
  const t = useTranslations('transfers');
  const query = useQuery(transferQuery(transferId));
  return (
    <SideSheet open onClose={onClose} title={t('title', { id: transferId })}>
      <Loaded query={query}>
        {({ transfer, ofSameSource }) => (
          <>
            <TransferView transfer={transfer} />
            <h3 className="mt-4 font-semibold text-sm">{t('same')}</h3>
            {ofSameSource.length === 0 ? (
              <p className="text-muted text-sm">{t('alone')}</p>
            ) : (
              ofSameSource.map((other) => <TransferView key={other.transferId} transfer={other} />)
            )}
          </>
        )}
      </Loaded>
    </SideSheet>
  );
}

/** The transfers that a figure comes from: those that were made for its row. */
export function SourceSheet({ row, onClose }: SheetProps & { readonly row: SourceRow }) {
  const t = useTranslations('transfers');
  const query = useQuery(transfersOfQuery(row));
  return (
    <SideSheet open onClose={onClose} title={t('of', { source: t(`sources.${row.source}`), id: row.sourceId })}>
      <Loaded query={query}>
        {({ transfers }) =>
          transfers.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            transfers.map((transfer) => <TransferView key={transfer.transferId} transfer={transfer} />)
          )
        }
      </Loaded>
    </SideSheet>
  );
}
