import { ORDER_STATES } from '@city-mint/domain/rounds/order-state';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SourceSheet } from '#transfers/transfer-sheets.tsx';
import { ParticipantLink } from '#transfers/views/transfer-view.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import type { ListedRound, RoundOrder } from './round-types.ts';
import { ordersList } from './rounds-queries.ts';
import { JOIN_WAYS, type RoundSearch } from './rounds-search.ts';

type RoundOrdersProps = {
  readonly round: Pick<ListedRound, 'roundId' | 'state'>;
  readonly search: RoundSearch;
  readonly onChange: (change: Partial<RoundSearch>) => void;
};

/** The orders of a round by rank; each opens its transfers. */
export function RoundOrders({ round, search, onChange }: RoundOrdersProps) {
  const t = useTranslations('rounds');
  const [openId, setOpenId] = useState<string>();
  return (
    <>
      <h2 className="-mb-2 font-semibold text-sm">{t('orderList')}</h2>
      <DataTable
        label={t('orderList')}
        name="round-orders"
        columns={useColumns()}
        query={ordersList(round, search)}
        rowKey={({ orderId }) => orderId}
        openKey={openId}
        onOpenRow={({ orderId }) => setOpenId(orderId)}
        filters={
          <>
            <ChoiceFilter
              label={t('way')}
              value={search.way}
              options={JOIN_WAYS.map((value) => ({ value, label: t(`ways.${value}`) }))}
              onChange={(way) => onChange({ way })}
            />
            <ChoiceFilter
              label={t('orderState')}
              value={search.orderState}
              options={ORDER_STATES.map((value) => ({ value, label: t(`orderStates.${value}`) }))}
              onChange={(orderState) => onChange({ orderState })}
            />
          </>
        }
        empty={{ title: t('noOrders') }}
      />
      {openId !== undefined && (
        <SourceSheet row={{ source: 'order', sourceId: openId }} onClose={() => setOpenId(undefined)} />
      )}
    </>
  );
}

function useColumns(): readonly TableColumn<RoundOrder>[] {
  const t = useTranslations('rounds');
  return useMemo(
    () => [
      {
        ...{ id: 'rank', heading: t('rank'), align: 'right', isFixed: true },
        cell: ({ rank }) => rank,
        text: ({ rank }) => String(rank),
      },
      {
        ...{ id: 'address', heading: t('account'), isFixed: true },
        cell: ({ address }) => <ParticipantLink address={address} />,
        text: ({ address }) => address,
      },
      {
        ...{ id: 'accepted', heading: t('accepted'), align: 'right' },
        cell: ({ accepted }) => <Money value={accepted} unit="JU" />,
        text: ({ accepted }) => accepted,
      },
      {
        ...{ id: 'asked', heading: t('asked'), align: 'right', isExtra: true },
        cell: ({ asked }) => <Money value={asked} unit="JU" />,
        text: ({ asked }) => asked,
      },
      {
        ...{ id: 'way', heading: t('way') },
        cell: ({ automatic, late }) => (
          <span className="inline-flex gap-1">
            {t(`ways.${automatic ? 'auto-mint' : 'by-hand'}`)}
            {late && <Badge kind="pending">{t('late')}</Badge>}
          </span>
        ),
        text: ({ automatic, late }) => `${automatic ? 'auto-mint' : 'by-hand'}${late ? ' late' : ''}`,
      },
      {
        ...{ id: 'state', heading: t('orderState') },
        cell: ({ state }) => t(`orderStates.${state}`),
        text: ({ state }) => state,
      },
      {
        ...{ id: 'net', heading: t('net'), align: 'right' },
        cell: ({ netJu }) => netJu !== null && <Money value={netJu} unit="JU" />,
        text: ({ netJu }) => netJu ?? '',
      },
      {
        ...{ id: 'joinedAt', heading: t('joinedAt') },
        cell: ({ joinedAt }) => <Time time={joinedAt} />,
        text: ({ joinedAt }) => new Date(joinedAt).toISOString(),
      },
    ],
    [t],
  );
}
