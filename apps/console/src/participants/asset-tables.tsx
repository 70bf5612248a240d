import { Badge } from '@city-mint/ui/badge.tsx';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { SourceSheet } from '#transfers/transfer-sheets.tsx';
import { Address } from '#ui/address.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter, PeriodFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import type { ParticipantListProps } from './participant-list-props.ts';
import { type ItemOf, machineList, rechargeList, sessionList } from './participants-queries.ts';

const CURRENCIES = ['JU', 'FMC'] as const;

/** A participant's credited recharges; each opens its transfers. */
export function RechargesTable({ address, search, onChange }: ParticipantListProps) {
  const t = useTranslations('participants');
  const columns = useRechargeColumns();
  const [openId, setOpenId] = useState<string>();
  return (
    <>
      <DataTable
        label={t('tabs.recharges')}
        name="participant-recharges"
        columns={columns}
        query={rechargeList(address, search)}
        rowKey={({ rechargeId }) => rechargeId}
        onOpenRow={({ rechargeId }) => setOpenId(rechargeId)}
        filters={
          <>
            <ChoiceFilter
              label={t('currency')}
              options={CURRENCIES.map((value) => ({ value, label: value }))}
              value={search.currency}
              onChange={(currency) => onChange({ currency })}
            />
            <PeriodFilter labels={[t('from'), t('to')]} period={search} onChange={onChange} />
          </>
        }
        empty={{ title: t('noRecharges') }}
      />
      {openId !== undefined && (
        <SourceSheet row={{ source: 'recharge', sourceId: openId }} onClose={() => setOpenId(undefined)} />
      )}
    </>
  );
}

function useRechargeColumns(): readonly TableColumn<ItemOf<'recharges'>>[] {
  const t = useTranslations('participants');
  return useMemo(
    () => [
      {
        ...{ id: 'id', heading: t('rechargeId'), isFixed: true },
        cell: ({ rechargeId }) => `#${rechargeId}`,
        text: ({ rechargeId }) => rechargeId,
      },
      {
        ...{ id: 'amount', heading: t('amount'), align: 'right', isFixed: true },
        cell: ({ amount, currency }) => <Money value={amount} unit={currency} />,
        text: ({ amount, currency }) => `${amount} ${currency}`,
      },
      {
        ...{ id: 'credited', heading: t('creditedAt') },
        cell: ({ creditedAt }) => <Time time={creditedAt} />,
        text: ({ creditedAt }) => new Date(creditedAt).toISOString(),
      },
      {
        ...{ id: 'block', heading: t('block'), align: 'right' },
        cell: ({ blockNumber }) => blockNumber,
        text: ({ blockNumber }) => blockNumber,
      },
      {
        ...{ id: 'tx', heading: t('tx') },
        cell: ({ txHash }) => <Address address={txHash} />,
        text: ({ txHash }) => txHash,
      },
      {
        ...{ id: 'gas', heading: t('gasFee'), align: 'right', isExtra: true },
        cell: ({ gasFee }) => gasFee !== null && <Money value={gasFee} decimals={18} />,
        text: ({ gasFee }) => gasFee ?? '',
      },
    ],
    [t],
  );
}

/** A participant's machines, each with its grant to the exchange and what operators can do with it. */
export function MachinesTable({ address }: { readonly address: string }) {
  const t = useTranslations('participants');
  const columns = useMachineColumns();
  return (
    <DataTable
      label={t('tabs.machines')}
      name="participant-machines"
      columns={columns}
      query={machineList(address)}
      rowKey={({ machineId }) => machineId}
      empty={{ title: t('noMachines') }}
    />
  );
}

type Grant = ItemOf<'machines'>['grant'];

function GrantCell({ machineId, grant }: { readonly machineId: string; readonly grant: Grant }) {
  const t = useTranslations('participants');
  const kind = grant.state === 'alarm' ? 'danger' : grant.state === 'waiting' ? 'pending' : 'success';
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge kind={kind}>{t(`grantStates.${grant.state}`)}</Badge>
      {grant.state === 'alarm' && <ActionButton name="grants/release" fields={{ machineId }} />}
      {grant.state === 'waiting' && <ActionButton name="grants/resend" fields={{ machineId }} />}
    </span>
  );
}

function useMachineColumns(): readonly TableColumn<ItemOf<'machines'>>[] {
  const t = useTranslations('participants');
  return useMemo(
    () => [
      {
        ...{ id: 'machine', heading: t('machine'), isFixed: true },
        cell: ({ machineId }) => `#${machineId}`,
        text: ({ machineId }) => machineId,
      },
      {
        ...{ id: 'rate', heading: t('hashRate'), align: 'right' },
        cell: ({ hashRate }) => <Money value={hashRate} />,
        text: ({ hashRate }) => hashRate,
      },
      {
        ...{ id: 'round', heading: t('round') },
        cell: ({ source }) => t('roundName', source),
        text: ({ source }) => `${source.city} ${source.phase}-${source.number}`,
      },
      {
        ...{ id: 'since', heading: t('since') },
        cell: ({ since }) => <Time time={since} day />,
        text: ({ since }) => new Date(since).toISOString(),
      },
      {
        ...{ id: 'until', heading: t('until') },
        cell: ({ until }) => <Time time={until} day />,
        text: ({ until }) => new Date(until).toISOString(),
      },
      {
        ...{ id: 'output', heading: t('output'), align: 'right' },
        cell: ({ output }) => <Money value={output} />,
        text: ({ output }) => output,
      },
      {
        ...{ id: 'uid', heading: t('uid') },
        cell: ({ grant }) => grant.uid,
        text: ({ grant }) => grant.uid,
      },
      {
        ...{ id: 'grant', heading: t('grant') },
        cell: ({ machineId, grant }) => <GrantCell machineId={machineId} grant={grant} />,
        text: ({ grant }) => grant.state,
      },
      {
        ...{ id: 'error', heading: t('lastError') },
        cell: ({ grant }) => grant.lastError,
        text: ({ grant }) => grant.lastError ?? '',
      },
    ],
    [t],
  );
}

/** A participant's sessions: since when, and when they were used; nothing by which one could be used. */
export function SessionsTable({ address }: { readonly address: string }) {
  const t = useTranslations('participants');
  const columns = useMemo(
    (): readonly TableColumn<ItemOf<'sessions'>>[] => [
      {
        ...{ id: 'id', heading: t('session'), isFixed: true },
        cell: ({ sessionId }) => `#${sessionId}`,
        text: ({ sessionId }) => sessionId,
      },
      {
        ...{ id: 'state', heading: t('state') },
        cell: ({ isOpen }) => (
          <Badge kind={isOpen ? 'success' : 'neutral'}>{t(`sessionStates.${isOpen ? 'open' : 'ended'}`)}</Badge>
        ),
        text: ({ isOpen }) => (isOpen ? 'open' : 'ended'),
      },
      {
        ...{ id: 'created', heading: t('createdAt') },
        cell: ({ createdAt }) => <Time time={createdAt} />,
        text: ({ createdAt }) => new Date(createdAt).toISOString(),
      },
      {
        ...{ id: 'used', heading: t('lastUsedAt') },
        cell: ({ lastUsedAt }) => <Time time={lastUsedAt} />,
        text: ({ lastUsedAt }) => new Date(lastUsedAt).toISOString(),
      },
      {
        ...{ id: 'ended', heading: t('endedAt') },
        cell: ({ endedAt }) => endedAt !== null && <Time time={endedAt} />,
        text: ({ endedAt }) => (endedAt === null ? '' : new Date(endedAt).toISOString()),
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('tabs.sessions')}
      name="participant-sessions"
      columns={columns}
      query={sessionList(address)}
      rowKey={({ sessionId }) => sessionId}
      empty={{ title: t('noSessions'), text: t('noSessionsText') }}
    />
  );
}
