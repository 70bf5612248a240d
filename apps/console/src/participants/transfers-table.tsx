import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { TransferSheet } from '#transfers/transfer-sheets.tsx';
import { TransferSide } from '#transfers/views/transfer-view.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter, PeriodFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import type { ParticipantListProps } from './participant-list-props.ts';
import { type ItemOf, transferList } from './participants-queries.ts';
import { PARTICIPANT_TRANSFER_KINDS } from './participants-search.ts';

type Transfer = ItemOf<'transfers'>;
const CURRENCIES = ['JU', 'FMC'] as const;
const ACCOUNTS = ['available', 'withdrawing'] as const;

/** Every transfer from or to a participant's accounts. A row opens all transfers of the same source. */
export function TransfersTable({ address, search, onChange }: ParticipantListProps) {
  const t = useTranslations('participants');
  const tTransfers = useTranslations('transfers');
  const columns = useColumns(address);
  return (
    <>
      <DataTable
        label={t('tabs.transfers')}
        name="participant-transfers"
        columns={columns}
        query={transferList(address, search)}
        rowKey={({ transferId }) => transferId}
        openKey={search.open}
        onOpenRow={({ transferId }) => onChange({ open: transferId })}
        filters={
          <>
            <ChoiceFilter
              label={t('kind')}
              options={PARTICIPANT_TRANSFER_KINDS.map((value) => ({ value, label: tTransfers(`kinds.${value}`) }))}
              value={search.kind}
              onChange={(kind) => onChange({ kind })}
            />
            <ChoiceFilter
              label={t('currency')}
              options={CURRENCIES.map((value) => ({ value, label: value }))}
              value={search.currency}
              onChange={(currency) => onChange({ currency })}
            />
            <ChoiceFilter
              label={t('account')}
              options={ACCOUNTS.map((value) => ({ value, label: tTransfers(`accounts.${value}`) }))}
              value={search.ledgerAccount}
              onChange={(ledgerAccount) => onChange({ ledgerAccount })}
            />
            <PeriodFilter labels={[t('from'), t('to')]} period={search} onChange={onChange} />
          </>
        }
        empty={{ title: t('noTransfers'), text: t('noTransfersText') }}
      />
      {search.open !== undefined && (
        <TransferSheet key={search.open} transferId={search.open} onClose={() => onChange({ open: undefined })} />
      )}
    </>
  );
}

/** Returns the participant's side of a transfer, the other side, and whether the participant's account was debited. */
function sidesOf({ debit, credit }: Transfer, address: string) {
  const isOut = debit.owner?.kind === 'participant' && debit.owner.address === address;
  return isOut ? { own: debit, other: credit, isOut } : { own: credit, other: debit, isOut };
}

function useColumns(address: string): readonly TableColumn<Transfer>[] {
  const t = useTranslations('participants');
  const tTransfers = useTranslations('transfers');
  return useMemo(() => {
    const changeOf = (transfer: Transfer) => `${sidesOf(transfer, address).isOut ? '-' : ''}${transfer.amount}`;
    return [
      {
        ...{ id: 'id', heading: '#', isFixed: true },
        cell: ({ transferId }) => transferId,
        text: ({ transferId }) => transferId,
      },
      {
        ...{ id: 'time', heading: tTransfers('time') },
        cell: ({ at }) => <Time time={at} />,
        text: ({ at }) => new Date(at).toISOString(),
      },
      {
        ...{ id: 'kind', heading: t('kind'), isFixed: true },
        cell: ({ kind }) => tTransfers(`kinds.${kind}`),
        text: ({ kind }) => kind,
      },
      {
        ...{ id: 'account', heading: t('account') },
        cell: (transfer) => tTransfers(`accounts.${sidesOf(transfer, address).own.account}`),
        text: (transfer) => sidesOf(transfer, address).own.account,
      },
      {
        ...{ id: 'change', heading: t('change'), align: 'right', isFixed: true },
        cell: (transfer) => <Money value={changeOf(transfer)} unit={transfer.currency} />,
        text: changeOf,
      },
      {
        ...{ id: 'after', heading: t('after'), align: 'right' },
        cell: (transfer) => <Money value={sidesOf(transfer, address).own.after} />,
        text: (transfer) => sidesOf(transfer, address).own.after,
      },
      {
        ...{ id: 'other', heading: t('counterpart') },
        cell: (transfer) => <TransferSide side={sidesOf(transfer, address).other} />,
        text: (transfer) => sidesOf(transfer, address).other.account,
      },
      {
        ...{ id: 'source', heading: tTransfers('sourceHeading') },
        cell: ({ source }) => `${tTransfers(`sources.${source.kind}`)} ${source.sourceId}`,
        text: ({ source }) => `${source.kind} ${source.sourceId}`,
      },
      {
        ...{ id: 'currency', heading: t('currency'), isExtra: true },
        cell: ({ currency }) => currency,
        text: ({ currency }) => currency,
      },
    ];
  }, [t, tTransfers, address]);
}
