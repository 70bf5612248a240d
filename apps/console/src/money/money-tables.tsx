import { flowDirection, fundTransferKind } from '@city-mint/api-contract/operator/fund-endpoints';
import { payoutSource } from '@city-mint/api-contract/operator/payout-endpoints';
import { reserveChangeKind } from '@city-mint/api-contract/operator/reserve-endpoints';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { CityFilter } from '#cities/city-filter.tsx';
import { TransferSheet } from '#transfers/transfer-sheets.tsx';
import { ParticipantLink } from '#transfers/views/transfer-view.tsx';
import { Address } from '#ui/address.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter, PeriodFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import {
  changesList,
  type FundTransfer,
  madeList,
  type PayoutRow,
  type ReserveChangeRow,
  transfersList,
} from './money-queries.ts';
import { type MoneySearch, transferFilters } from './money-search.ts';

type TableProps = { readonly search: MoneySearch; readonly onChange: (search: MoneySearch) => void };

const isoOf = (time: number) => new Date(time).toISOString();

/** Transfers of the selected fund. A row opens all transfers of the same source. */
export function TransfersTable({ search, onChange }: TableProps) {
  const t = useTranslations('money');
  const tTransfers = useTranslations('transfers');
  const filters = transferFilters(search);
  const columns = useMemo((): readonly TableColumn<FundTransfer>[] => {
    return [
      { id: 'id', heading: t('number'), isFixed: true, cell: (row) => row.transferId, text: (row) => row.transferId },
      { id: 'at', heading: t('time'), cell: ({ at }) => <Time time={at} />, text: ({ at }) => isoOf(at) },
      { id: 'kind', heading: t('source'), cell: ({ kind }) => t(`kinds.${kind}`), text: ({ kind }) => kind },
      {
        ...{ id: 'amount', heading: t('amount'), align: 'right', isFixed: true },
        cell: (row) => (
          <>
            {row.direction === 'in' ? '+' : '−'}
            <Money value={row.amount} />
          </>
        ),
        text: (row) => (row.direction === 'in' ? row.amount : `-${row.amount}`),
      },
      {
        ...{ id: 'after', heading: t('after'), align: 'right' },
        cell: ({ balanceAfter }) => <Money value={balanceAfter} />,
        text: ({ balanceAfter }) => balanceAfter,
      },
      {
        ...{ id: 'other', heading: t('other') },
        cell: ({ other }) => <Other other={other} />,
        text: ({ other }) => other.address ?? other.roundId ?? other.account,
      },
      {
        ...{ id: 'row', heading: t('row') },
        cell: ({ source }) => `${tTransfers(`sources.${source.kind}`)} ${source.id}`,
        text: ({ source }) => `${source.kind} ${source.id}`,
      },
    ];
  }, [t, tTransfers]);
  return (
    <>
      <DataTable
        label={t('transfers')}
        name="fund-transfers"
        columns={columns}
        query={transfersList(filters)}
        rowKey={({ transferId }) => transferId}
        openKey={search.open}
        onOpenRow={({ transferId }) => onChange({ open: transferId })}
        empty={{ title: t('noTransfers'), text: t('noTransfersText') }}
        filters={
          <>
            <ChoiceFilter
              label={t('direction')}
              value={filters.direction}
              options={flowDirection.options.map((value) => ({ value, label: t(value) }))}
              onChange={(direction) => onChange({ direction })}
            />
            <ChoiceFilter
              label={t('source')}
              value={filters.kind}
              options={fundTransferKind.options.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              onChange={(kind) => onChange({ kind })}
            />
            <PeriodFilter labels={[t('from'), t('to')]} period={search} onChange={onChange} />
          </>
        }
      />
      {search.open !== undefined && (
        <TransferSheet key={search.open} transferId={search.open} onClose={() => onChange({ open: undefined })} />
      )}
    </>
  );
}

function Other({ other }: { readonly other: FundTransfer['other'] }) {
  const t = useTranslations('money');
  const { address, roundId } = other;
  if (address !== null) return <ParticipantLink address={address} />;
  if (roundId !== null) {
    return (
      <Link to="/rounds/$roundId" params={{ roundId }} className="text-accent-ink underline-offset-2 hover:underline">
        {t('roundNumber', { number: roundId })}
      </Link>
    );
  }
  return t(`accounts.${accountOf(other.account)}`);
}

const SYSTEM_ACCOUNTS = ['custody', 'treasury', 'reserve', 'launch-costs', 'nodes', 'levels', 'emission'] as const;

function accountOf(name: string): (typeof SYSTEM_ACCOUNTS)[number] {
  return SYSTEM_ACCOUNTS.find((account) => account === name) ?? 'custody';
}

/** Changes of the reserve. */
export function ChangesTable({ search, onChange }: TableProps) {
  const t = useTranslations('money');
  const kind = reserveChangeKind.safeParse(search.change).data;
  const { city } = search;
  const columns = useMemo((): readonly TableColumn<ReserveChangeRow>[] => {
    return [
      {
        id: 'at',
        heading: t('time'),
        isFixed: true,
        cell: ({ at }) => <Time time={at} />,
        text: (row) => isoOf(row.at),
      },
      { id: 'kind', heading: t('source'), cell: (row) => t(`changes.${row.kind}`), text: (row) => row.kind },
      {
        ...{ id: 'round', heading: t('round') },
        cell: ({ round, reason }) => (round === null ? reason : t('roundOf', { ...round })),
        text: ({ round, reason }) => (round === null ? (reason ?? '') : `${round.city} ${round.phase}/${round.number}`),
      },
      {
        ...{ id: 'added', heading: t('in'), align: 'right' },
        cell: ({ added }) => <Money value={added} />,
        text: ({ added }) => added,
      },
      {
        ...{ id: 'taken', heading: t('out'), align: 'right' },
        cell: ({ taken }) => <Money value={taken} />,
        text: ({ taken }) => taken,
      },
      {
        ...{ id: 'net', heading: t('net'), align: 'right', isFixed: true },
        cell: ({ net }) => <Money value={net} unit="JU" />,
        text: ({ net }) => net,
      },
    ];
  }, [t]);
  return (
    <div className="mt-4">
      <DataTable
        label={t('changesTitle')}
        name="reserve-changes"
        columns={columns}
        query={changesList({ kind, city })}
        rowKey={({ at, round, kind: of }) => `${at}-${of}-${round?.roundId ?? ''}`}
        empty={{ title: t('noChanges') }}
        filters={
          <>
            <ChoiceFilter
              label={t('source')}
              value={kind}
              options={reserveChangeKind.options.map((value) => ({ value, label: t(`changes.${value}`) }))}
              onChange={(change) => onChange({ change })}
            />
            <CityFilter value={city} onChange={(named) => onChange({ city: named })} />
          </>
        }
      />
    </div>
  );
}

/** Payouts to the operator, with the vouchers. */
export function PayoutsTable({ search, onChange }: TableProps) {
  const t = useTranslations('money');
  const source = payoutSource.safeParse(search.source).data;
  const columns = useMemo((): readonly TableColumn<PayoutRow>[] => {
    return [
      {
        id: 'at',
        heading: t('time'),
        isFixed: true,
        cell: ({ at }) => <Time time={at} />,
        text: (row) => isoOf(row.at),
      },
      { id: 'source', heading: t('from'), cell: (row) => t(`funds.${row.source}`), text: (row) => row.source },
      {
        ...{ id: 'amount', heading: t('amount'), align: 'right', isFixed: true },
        cell: ({ amount }) => <Money value={amount} unit="JU" />,
        text: ({ amount }) => amount,
      },
      {
        ...{ id: 'recipient', heading: t('recipient') },
        cell: ({ recipient }) => <Address address={recipient} />,
        text: ({ recipient }) => recipient,
      },
      { id: 'purpose', heading: t('purpose'), cell: ({ purpose }) => purpose, text: ({ purpose }) => purpose },
      { id: 'state', heading: t('state'), cell: ({ state }) => t(`states.${state}`), text: ({ state }) => state },
      {
        ...{ id: 'deadline', heading: t('deadline') },
        cell: ({ deadline }) => deadline !== null && <Time time={deadline} />,
        text: ({ deadline }) => (deadline === null ? '' : isoOf(deadline)),
      },
      {
        ...{ id: 'voucher', heading: t('voucher'), isExtra: true },
        cell: ({ voucherId }) => voucherId,
        text: ({ voucherId }) => voucherId,
      },
      {
        ...{ id: 'document', heading: t('document'), isExtra: true },
        cell: ({ documentHash }) => documentHash,
        text: ({ documentHash }) => documentHash,
      },
      {
        ...{ id: 'operators', heading: t('operators'), isExtra: true },
        cell: ({ proposedBy, approvedBy }) => (
          <>
            <Address address={proposedBy} /> <Address address={approvedBy} />
          </>
        ),
        text: ({ proposedBy, approvedBy }) => `${proposedBy} ${approvedBy}`,
      },
    ];
  }, [t]);
  return (
    <div className="mt-4">
      <DataTable
        label={t('made')}
        name="payouts"
        columns={columns}
        query={madeList({ source })}
        rowKey={({ withdrawalId }) => withdrawalId}
        empty={{ title: t('noPayouts') }}
        filters={
          <ChoiceFilter
            label={t('from')}
            value={source}
            options={payoutSource.options.map((value) => ({ value, label: t(`funds.${value}`) }))}
            onChange={(of) => onChange({ source: of })}
          />
        }
      />
    </div>
  );
}
