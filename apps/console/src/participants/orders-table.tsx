import { ORDER_STATES } from '@city-mint/domain/rounds/order-state';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CityFilter } from '#cities/city-filter.tsx';
import { SourceSheet } from '#transfers/transfer-sheets.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter, PeriodFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import type { ParticipantListProps } from './participant-list-props.ts';
import { type ItemOf, orderList } from './participants-queries.ts';

type Order = ItemOf<'orders'>;

/** A participant's orders; each opens its transfers. */
export function OrdersTable({ address, search, onChange }: ParticipantListProps) {
  const t = useTranslations('participants');
  const columns = useColumns();
  const [openId, setOpenId] = useState<string>();
  return (
    <>
      <DataTable
        label={t('tabs.orders')}
        name="participant-orders"
        columns={columns}
        query={orderList(address, search)}
        rowKey={({ orderId }) => orderId}
        openKey={openId}
        onOpenRow={({ orderId }) => setOpenId(orderId)}
        filters={
          <>
            <ChoiceFilter
              label={t('state')}
              options={ORDER_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
              value={search.orderState}
              onChange={(orderState) => onChange({ orderState })}
            />
            <CityFilter value={search.city} onChange={(city) => onChange({ city })} />
            <PeriodFilter labels={[t('from'), t('to')]} period={search} onChange={onChange} />
          </>
        }
        empty={{ title: t('noOrders'), text: t('noOrdersText') }}
      />
      {openId !== undefined && (
        <SourceSheet row={{ source: 'order', sourceId: openId }} onClose={() => setOpenId(undefined)} />
      )}
    </>
  );
}

function useColumns(): readonly TableColumn<Order>[] {
  const t = useTranslations('participants');
  return useMemo(
    () => [
      {
        ...{ id: 'order', heading: t('orderId'), isFixed: true },
        cell: ({ orderId }) => `#${orderId}`,
        text: ({ orderId }) => orderId,
      },
      {
        ...{ id: 'round', heading: t('round') },
        cell: ({ city, phase, number }) => t('roundName', { city, phase, number }),
        text: ({ city, phase, number }) => `${city} ${phase}-${number}`,
      },
      {
        ...{ id: 'joined', heading: t('joinedAt') },
        cell: ({ joinedAt }) => <Time time={joinedAt} />,
        text: ({ joinedAt }) => new Date(joinedAt).toISOString(),
      },
      {
        ...{ id: 'state', heading: t('state') },
        cell: ({ state, outcome }) => (
          <span className="whitespace-nowrap">
            <Badge kind={outcome === 'minted' ? 'success' : outcome === 'failed' ? 'danger' : 'neutral'}>
              {t(`states.${outcome ?? state}`)}
            </Badge>
            {outcome !== null && outcome !== state && <span className="text-muted"> {t(`states.${state}`)}</span>}
          </span>
        ),
        text: ({ state, outcome }) => outcome ?? state,
      },
      ...amountColumns(t),
      {
        ...{ id: 'rank', heading: t('rank'), align: 'right' },
        cell: ({ rank, late, automatic }) =>
          [String(rank), ...(late ? [t('late')] : []), ...(automatic ? [t('automatic')] : [])].join(' · '),
        text: ({ rank }) => String(rank),
      },
    ],
    [t],
  );
}

type Heading = 'accepted' | 'net' | 'fmcPaid' | 'fmcDue';

function amountColumns(t: (key: Heading) => string): TableColumn<Order>[] {
  const column = (id: Heading, amountOf: (order: Order) => string | null): TableColumn<Order> => ({
    ...{ id, heading: t(id), align: 'right' },
    cell: (order) => {
      const value = amountOf(order);
      return value === null ? '–' : <Money value={value} />;
    },
    text: (order) => amountOf(order) ?? '',
  });
  return [
    column('accepted', ({ accepted }) => accepted),
    column('net', ({ netJu }) => netJu),
    column('fmcPaid', ({ fmcPaid }) => fmcPaid),
    column('fmcDue', ({ fmcDue }) => fmcDue),
  ];
}
