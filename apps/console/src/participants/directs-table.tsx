import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ParticipantLink } from '#transfers/views/transfer-view.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import type { ParticipantListProps } from './participant-list-props.ts';
import { directList, type ItemOf } from './participants-queries.ts';

type Direct = ItemOf<'directs'>;
const ORDERS = ['newest', 'performance'] as const;

/** A participant's direct referrals; each leads to their page. */
export function DirectsTable({ address, search, onChange }: ParticipantListProps) {
  const t = useTranslations('participants');
  const columns = useColumns();
  return (
    <DataTable
      label={t('directsList')}
      name="participant-directs"
      columns={columns}
      query={directList(address, search)}
      rowKey={(direct) => direct.address}
      filters={
        <ChoiceFilter
          label={t('order')}
          options={ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={search.order}
          onChange={(order) => onChange({ order })}
        />
      }
      empty={{ title: t('noDirects') }}
    />
  );
}

function useColumns(): readonly TableColumn<Direct>[] {
  const t = useTranslations('participants');
  return useMemo(() => {
    const amount = (
      id: 'ownPerformance' | 'teamPerformance',
      amountOf: (direct: Direct) => string,
    ): TableColumn<Direct> => ({
      ...{ id, heading: t(id), align: 'right' },
      cell: (direct) => <Money value={amountOf(direct)} />,
      text: amountOf,
    });
    return [
      {
        ...{ id: 'address', heading: t('address'), isFixed: true },
        cell: ({ address }) => <ParticipantLink address={address} />,
        text: ({ address }) => address,
      },
      {
        ...{ id: 'bound', heading: t('boundAt') },
        cell: ({ boundAt }) => <Time time={boundAt} />,
        text: ({ boundAt }) => new Date(boundAt).toISOString(),
      },
      {
        ...{ id: 'node', heading: t('node') },
        cell: ({ nodeType }) => t(`nodes.${nodeType}`),
        text: ({ nodeType }) => nodeType,
      },
      {
        ...{ id: 'level', heading: t('level'), align: 'right' },
        cell: ({ teamLevel }) => teamLevel,
        text: ({ teamLevel }) => String(teamLevel),
      },
      amount('ownPerformance', ({ ownPerformance }) => ownPerformance),
      amount('teamPerformance', ({ teamPerformance }) => teamPerformance),
      {
        ...{ id: 'earned', heading: t('earned'), align: 'right' },
        cell: ({ earnedForInviter }) => <Money value={earnedForInviter} />,
        text: ({ earnedForInviter }) => earnedForInviter,
      },
    ];
  }, [t]);
}
