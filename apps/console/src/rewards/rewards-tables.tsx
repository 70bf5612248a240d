import { addressInput } from '@city-mint/api-contract/wire';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { useActionWords } from '#actions/use-action-words.ts';
import { formatUtc } from '#platform/format.ts';
import { Address } from '#ui/address.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter, TextFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import {
  type MemberGrantRow,
  type MiningDayRow,
  memberGrantsList,
  miningDaysList,
  type OutboxRow,
  outboxList,
  type PoolDayRow,
  poolDaysList,
} from './rewards-queries.ts';
import type { RewardsSearch } from './rewards-search.ts';

type TableProps = { readonly search: RewardsSearch; readonly onChange: (search: RewardsSearch) => void };
type Paid = {
  readonly day: number;
  readonly release: string | null;
  readonly paid: string;
  readonly paidAt: number | null;
};

const isoOf = (time: number | null) => (time === null ? '' : new Date(time).toISOString());
const dayOf = (day: number) => formatUtc(day).slice(0, 10);

function usePaidColumns(unit: string): readonly TableColumn<Paid>[] {
  const t = useTranslations('rewards');
  return useMemo(
    () => [
      { id: 'day', heading: t('day'), isFixed: true, cell: ({ day }) => dayOf(day), text: ({ day }) => dayOf(day) },
      {
        ...{ id: 'release', heading: t('released'), align: 'right' },
        cell: ({ release }) => (release === null ? t('open') : <Money value={release} unit={unit} />),
        text: ({ release }) => release ?? '',
      },
      {
        ...{ id: 'paid', heading: t('paid'), align: 'right' },
        cell: ({ paid }) => <Money value={paid} unit={unit} />,
        text: ({ paid }) => paid,
      },
      {
        ...{ id: 'paidAt', heading: t('paidAt') },
        cell: ({ paidAt }) => paidAt !== null && <Time time={paidAt} />,
        text: ({ paidAt }) => isoOf(paidAt),
      },
    ],
    [t, unit],
  );
}

/** Mining days of all machines. */
export function MiningDaysTable() {
  const t = useTranslations('rewards');
  const paid = usePaidColumns('FMC');
  const columns = useMemo(
    (): readonly TableColumn<MiningDayRow>[] => [
      ...paid,
      {
        ...{ id: 'machines', heading: t('machines'), align: 'right' },
        cell: ({ machines }) => machines,
        text: ({ machines }) => String(machines),
      },
      {
        ...{ id: 'hashRate', heading: t('hashRate'), align: 'right' },
        cell: ({ hashRate }) => <Money value={hashRate} unit="H" />,
        text: ({ hashRate }) => hashRate,
      },
    ],
    [paid, t],
  );
  return (
    <DataTable
      label={t('miningDays')}
      name="mining-days"
      columns={columns}
      query={miningDaysList}
      rowKey={({ day }) => String(day)}
      empty={{ title: t('noMiningDays') }}
    />
  );
}

const POOLS = ['nodes', 'levels'] as const;

/** Daily releases of the pools. */
export function PoolDaysTable({ search, onChange }: TableProps) {
  const t = useTranslations('rewards');
  const pool = POOLS.find((name) => name === search.pool);
  const paid = usePaidColumns('JU');
  const columns = useMemo(
    (): readonly TableColumn<PoolDayRow>[] => [
      ...paid,
      { id: 'pool', heading: t('poolName'), cell: (row) => t(`pool.${row.pool}`), text: (row) => row.pool },
    ],
    [paid, t],
  );
  return (
    <DataTable
      label={t('poolDays')}
      name="pool-days"
      columns={columns}
      query={poolDaysList({ pool })}
      rowKey={(row) => `${row.day}-${row.pool}`}
      empty={{ title: t('noPoolDays') }}
      filters={
        <ChoiceFilter
          label={t('poolName')}
          value={pool}
          options={POOLS.map((value) => ({ value, label: t(`pool.${value}`) }))}
          onChange={(chosen) => onChange({ pool: chosen })}
        />
      }
    />
  );
}

/** Members' granted statuses. */
export function MemberGrantsTable({ search, onChange }: TableProps) {
  const t = useTranslations('rewards');
  const { choiceOf } = useActionWords();
  const checkAddress = useAddressCheck();
  const of = POOLS.find((name) => name === search.of);
  const columns = useMemo(
    (): readonly TableColumn<MemberGrantRow>[] => [
      {
        id: 'at',
        heading: t('time'),
        isFixed: true,
        cell: ({ at }) => <Time time={at} />,
        text: ({ at }) => isoOf(at),
      },
      {
        ...{ id: 'member', heading: t('member'), isFixed: true },
        cell: ({ address }) => <Address address={address} />,
        text: ({ address }) => address,
      },
      {
        ...{ id: 'node', heading: t('nodeType') },
        cell: ({ nodeType }) => nodeType !== null && choiceOf(nodeType),
        text: ({ nodeType }) => nodeType ?? '',
      },
      {
        ...{ id: 'level', heading: t('level') },
        cell: ({ rewardLevel }) => rewardLevel,
        text: ({ rewardLevel }) => String(rewardLevel ?? ''),
      },
      { id: 'reason', heading: t('reason'), cell: ({ reason }) => reason, text: ({ reason }) => reason },
      {
        ...{ id: 'applied', heading: t('applied') },
        cell: ({ applied }) => t(applied ? 'yes' : 'notYet'),
        text: ({ applied }) => String(applied),
      },
      {
        ...{ id: 'actions', heading: t('change') },
        cell: ({ address, nodeType, rewardLevel }) => (
          <ActionButton name="memberStatus/grant" fields={{ address }} initial={{ nodeType, rewardLevel }} />
        ),
        text: () => '',
      },
    ],
    [t, choiceOf],
  );
  return (
    <DataTable
      label={t('memberGrants')}
      name="member-grants"
      columns={columns}
      query={memberGrantsList({ of, address: search.member })}
      rowKey={({ grantId }) => grantId}
      empty={{ title: t('noMemberGrants') }}
      filters={
        <>
          <ChoiceFilter
            label={t('granted')}
            value={of}
            options={POOLS.map((value) => ({ value, label: t(`grantOf.${value}`) }))}
            onChange={(chosen) => onChange({ of: chosen })}
          />
          <TextFilter
            label={t('member')}
            holds="address"
            value={search.member}
            check={checkAddress}
            onChange={(member) => onChange({ member })}
          />
        </>
      }
    />
  );
}

const STATES = ['waiting', 'acknowledged', 'alarm'] as const;

/** Grants of hash power to the exchange. */
export function OutboxTable({ search, onChange }: TableProps) {
  const t = useTranslations('rewards');
  const checkAddress = useAddressCheck();
  const state = STATES.find((name) => name === search.state);
  const columns = useMemo(
    (): readonly TableColumn<OutboxRow>[] => [
      {
        id: 'machine',
        heading: t('machine'),
        isFixed: true,
        cell: (row) => row.machineId,
        text: (row) => row.machineId,
      },
      {
        ...{ id: 'owner', heading: t('member') },
        cell: ({ address }) => <Address address={address} />,
        text: ({ address }) => address,
      },
      { id: 'uid', heading: t('uid'), cell: ({ uid }) => uid, text: ({ uid }) => uid },
      {
        ...{ id: 'hashRate', heading: t('hashRate'), align: 'right' },
        cell: ({ hashRate }) => <Money value={hashRate} unit="H" />,
        text: ({ hashRate }) => hashRate,
      },
      { id: 'state', heading: t('state'), cell: (row) => t(`states.${row.state}`), text: (row) => row.state },
      {
        ...{ id: 'attempts', heading: t('attempts'), align: 'right' },
        cell: ({ attempts }) => attempts,
        text: ({ attempts }) => String(attempts),
      },
      {
        ...{ id: 'due', heading: t('due') },
        cell: ({ dueAt, acknowledgedAt }) => <Time time={acknowledgedAt ?? dueAt} />,
        text: ({ dueAt, acknowledgedAt }) => isoOf(acknowledgedAt ?? dueAt),
      },
      {
        ...{ id: 'error', heading: t('error') },
        cell: ({ lastError }) => lastError,
        text: ({ lastError }) => lastError ?? '',
      },
      {
        ...{ id: 'actions', heading: t('change') },
        cell: ({ machineId, state: of }) =>
          of !== 'acknowledged' && (
            <ActionButton name={of === 'alarm' ? 'grants/release' : 'grants/resend'} fields={{ machineId }} />
          ),
        text: () => '',
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('outbox')}
      name="exchange-grants"
      columns={columns}
      query={outboxList({ state, address: search.owner })}
      rowKey={({ machineId }) => machineId}
      empty={{ title: t('noOutbox') }}
      filters={
        <>
          <ChoiceFilter
            label={t('state')}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
            onChange={(chosen) => onChange({ state: chosen })}
          />
          <TextFilter
            label={t('member')}
            holds="address"
            value={search.owner}
            check={checkAddress}
            onChange={(owner) => onChange({ owner })}
          />
        </>
      }
    />
  );
}

function useAddressCheck() {
  const { refusalOf } = useActionWords();
  return (text: string) =>
    addressInput.safeParse(text).success ? null : refusalOf({ error: 'address-format', details: {} });
}
