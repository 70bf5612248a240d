import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { ParticipantLink } from '#transfers/views/transfer-view.tsx';
import { Address } from '#ui/address.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import type { TableColumn, TableSort } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import { Waits, WithdrawalState } from './views/withdrawal-state.tsx';
import { type Withdrawal, withdrawalList } from './withdrawals-queries.ts';
import type { WithdrawalFilters } from './withdrawals-search.ts';

type WithdrawalsTableProps = {
  readonly filters: WithdrawalFilters;
  readonly onChange: (change: WithdrawalFilters) => void;
  readonly onOpen: (withdrawalId: string) => void;
  readonly openId?: string | undefined;
  readonly controls: ReactNode;
};

const SORTS: Readonly<Record<NonNullable<WithdrawalFilters['sort']>, TableSort>> = {
  newest: { by: 'time', descending: true },
  oldest: { by: 'time', descending: false },
  largest: { by: 'amount', descending: true },
  smallest: { by: 'amount', descending: false },
};

/** Withdrawals that match the filters of the address, with the reasons of pending ones. */
export function WithdrawalsTable({ filters, onChange, onOpen, openId, controls }: WithdrawalsTableProps) {
  const t = useTranslations('withdrawals');
  const columns = useColumns(filters.currency !== undefined);
  const onSort = ({ by, descending }: TableSort) =>
    onChange({
      sort: by === 'time' ? (descending ? 'newest' : 'oldest') : descending ? 'largest' : 'smallest',
    });
  return (
    <DataTable
      label={t('list')}
      name="withdrawals"
      columns={columns}
      query={withdrawalList(filters)}
      rowKey={({ withdrawalId }) => withdrawalId}
      sort={SORTS[filters.sort ?? 'newest']}
      onSort={onSort}
      openKey={openId}
      onOpenRow={({ withdrawalId }) => onOpen(withdrawalId)}
      filters={controls}
      empty={filters.state === 'requested' ? { title: t('emptyWaiting') } : { title: t('empty'), text: t('emptyText') }}
    />
  );
}

/** Sorting by amount requires a single currency. */
function useColumns(isOfOneCurrency: boolean): readonly TableColumn<Withdrawal>[] {
  const t = useTranslations('withdrawals');
  return useMemo(() => {
    const reasons = ({ waits }: Withdrawal) =>
      waits
        .map(({ reason, until }) => {
          const text = t(`reasons.${reason}`);
          return until === null ? text : `${text} ${t('until', { time: formatTime(until) })}`;
        })
        .join('; ');
    return [
      {
        ...{ id: 'id', heading: t('id'), isFixed: true },
        cell: ({ withdrawalId }) => `#${withdrawalId}`,
        text: ({ withdrawalId }) => withdrawalId,
      },
      {
        ...{ id: 'time', heading: t('requestedAt'), sortBy: 'time' },
        cell: ({ requestedAt }) => <Time time={requestedAt} />,
        text: ({ requestedAt }) => new Date(requestedAt).toISOString(),
      },
      {
        ...{ id: 'account', heading: t('account') },
        cell: ({ account }) => <ParticipantLink address={account} />,
        text: ({ account }) => account,
      },
      {
        ...{ id: 'to', heading: t('to') },
        cell: ({ to, account }) => (to === account ? t('ownAddress') : <Address address={to} />),
        text: ({ to }) => to,
      },
      {
        ...{ id: 'amount', heading: t('amount'), align: 'right', isFixed: true },
        ...(isOfOneCurrency ? { sortBy: 'amount' } : {}),
        cell: ({ amount, currency }) => <Money value={amount} unit={currency} />,
        text: ({ amount }) => amount,
      },
      {
        ...{ id: 'currency', heading: t('currency'), isExtra: true },
        cell: ({ currency }) => currency,
        text: ({ currency }) => currency,
      },
      {
        ...{ id: 'state', heading: t('state') },
        cell: ({ state }) => <WithdrawalState state={state} />,
        text: ({ state }) => state,
      },
      {
        ...{ id: 'waits', heading: t('waits') },
        cell: ({ waits }) => <Waits waits={waits} />,
        text: reasons,
      },
      {
        ...{ id: 'ended', heading: t('endedAt'), isExtra: true },
        cell: ({ endedAt }) => endedAt !== null && <Time time={endedAt} />,
        text: ({ endedAt }) => (endedAt === null ? '' : new Date(endedAt).toISOString()),
      },
      {
        ...{ id: 'returned', heading: t('returnedReason'), isExtra: true },
        cell: ({ returnedReason }) => returnedReason !== null && t(`returned.${returnedReason}`),
        text: ({ returnedReason }) => returnedReason ?? '',
      },
      {
        ...{ id: 'voucher', heading: t('voucherId'), isExtra: true },
        cell: ({ voucherId }) => <Address address={voucherId} />,
        text: ({ voucherId }) => voucherId,
      },
      {
        ...{ id: 'tx', heading: t('txHash'), isExtra: true },
        cell: ({ txHash }) => txHash !== null && <Address address={txHash} />,
        text: ({ txHash }) => txHash ?? '',
      },
    ];
  }, [t, isOfOneCurrency]);
}
