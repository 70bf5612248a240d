import { ORDER_LABELS, ORDER_STATES, type OrderState } from '@city-mint/domain/rounds/order-state';
import { Button } from '@city-mint/ui/button.tsx';
import { FilterChips } from '@city-mint/ui/choice.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useVisitor } from '#session/use-visitor.ts';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { OwnAmounts } from '#ui/own-amounts.tsx';
import { ordersQuery, orderTotalsQuery } from '../rounds-queries.ts';
import { OrderCard } from './views/order-card.tsx';
import { type OrderTotals, OrderTotalsCard } from './views/order-totals.tsx';
import { ResultsChart } from './views/results-chart.tsx';

export type MyMintsProps = {
  readonly status: OrderState | undefined;
  readonly onStatus: (status: OrderState | undefined) => void;
  readonly onOpen: (orderId: string) => void;
  readonly onCities: () => void;
};

/** The totals of the user's orders, and the orders, filtered by outcome. Rendered inside `SessionGate`. */
export function MyMints(props: MyMintsProps) {
  return (
    <OwnAmounts>
      <Mints {...props} />
    </OwnAmounts>
  );
}

function Mints({ status, onStatus, onOpen, onCities }: MyMintsProps) {
  const t = useTranslations('rounds.mine');
  const { address } = useVisitor();
  const orders = useInfiniteQuery({ ...ordersQuery(address ?? '', status), enabled: address !== null });
  const totals = useQuery({ ...orderTotalsQuery(address ?? ''), enabled: address !== null });
  const hasOrders = totals.data !== undefined && totals.data.joined !== '0';
  return (
    <div className="flex flex-col gap-4">
      {totals.isPending && <Skeleton className="h-52 w-full rounded-2xl" />}
      {hasOrders && <OrderTotalsCard totals={totals.data} />}
      {hasOrders && <ResultsChart days={totals.data.days} />}
      {(hasOrders || status !== undefined || totals.data === undefined) && (
        <FilterChips
          label={t('filter')}
          options={[
            { value: 'all', label: t('all') },
            ...ORDER_STATES.map((value) => ({
              value,
              label: withCount(t(`states.${ORDER_LABELS[value]}`), countOf(totals.data, value)),
            })),
          ]}
          value={status ?? 'all'}
          onChange={(value) => onStatus(value === 'all' ? undefined : value)}
        />
      )}
      <InfiniteList
        label={t('label')}
        query={orders}
        keyOf={(order) => order.orderId}
        renderItem={(order) => <OrderCard order={order} onOpen={onOpen} />}
        empty={
          status === undefined ? (
            <EmptyState
              icon="city"
              title={t('empty')}
              text={t('emptyText')}
              action={<Button onClick={onCities}>{t('toCities')}</Button>}
            />
          ) : (
            <EmptyState
              title={t('emptyFiltered')}
              action={
                <Button kind="soft" onClick={() => onStatus(undefined)}>
                  {t('all')}
                </Button>
              }
            />
          )
        }
      />
    </div>
  );
}

/** Returns the number of orders of a filter; null for states that the totals do not count. */
function countOf(totals: OrderTotals | undefined, state: OrderState): number | null {
  if (totals === undefined || state === 'claimable' || state === 'ended') return null;
  return totals.byOutcome[state].orders;
}

const withCount = (label: string, count: number | null) => (count === null ? label : `${label} ${count}`);
