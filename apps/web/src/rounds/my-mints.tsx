import { ORDER_LABELS, ORDER_STATES, type OrderState } from '@city-mint/domain/rounds/order-state';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useVisitor } from '#session/use-visitor.ts';
import { Button } from '#ui/button.tsx';
import { FilterChips } from '#ui/choice.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { ordersQuery } from './rounds-queries.ts';
import { OrderCard } from './views/order-card.tsx';

type MyMintsProps = {
  readonly status: OrderState | undefined;
  readonly onStatus: (status: OrderState | undefined) => void;
  readonly onOpen: (orderId: string) => void;
  readonly onCities: () => void;
};

/** The user's orders, filtered by state. Rendered inside `SessionGate`. */
export function MyMints({ status, onStatus, onOpen, onCities }: MyMintsProps) {
  const t = useTranslations('rounds.mine');
  const { address } = useVisitor();
  const orders = useInfiniteQuery({ ...ordersQuery(address ?? '', status), enabled: address !== null });
  return (
    <div className="flex flex-col gap-4">
      <FilterChips
        label={t('filter')}
        options={[
          { value: 'all', label: t('all') },
          ...ORDER_STATES.map((value) => ({ value, label: t(`states.${ORDER_LABELS[value]}`) })),
        ]}
        value={status ?? 'all'}
        onChange={(value) => onStatus(value === 'all' ? undefined : value)}
      />
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
            <EmptyState title={t('emptyFiltered')} />
          )
        }
      />
    </div>
  );
}
