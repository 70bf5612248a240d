import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { assetsKeys } from '#assets/assets-queries.ts';
import { queryClient } from '#platform/query-client.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { orderQuery, roundsKeys } from './rounds-queries.ts';
import { settlementUrl } from './settlement-url.ts';
import { OrderDetail } from './views/order-detail.tsx';

type Order = ReplyOf<'POST /api/biz/mint/detail'>['order'];
type OrderSheetProps = { readonly orderId: string | null; readonly onClose: () => void };

/** The details of one of the user's orders, with its settlement. */
export function OrderSheet({ orderId, onClose }: OrderSheetProps) {
  const t = useTranslations('rounds.order');
  const { stage, address } = useVisitor();
  const account = stage === 'authorized' ? address : null;
  const open = orderId !== null && account !== null;
  const detail = useQuery({ ...orderQuery(account ?? '', orderId ?? ''), enabled: open });
  useFollowState(detail.data?.order ?? null);
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      {detail.data !== undefined && (
        <OrderDetail detail={detail.data} settlementUrl={settlementUrl(detail.data.order.roundId)} />
      )}
      {detail.data === undefined && detail.error !== null && (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      )}
      {detail.data === undefined && detail.error === null && <SkeletonRows rows={5} />}
    </Sheet>
  );
}

/** Refreshes the list of orders and the assets when the order that is shown changes its state, which moves money. */
function useFollowState(order: Pick<Order, 'orderId' | 'state'> | null): void {
  const before = useRef(order);
  const follow = useEffectEvent(() => {
    const moved = before.current !== null && order !== null && before.current.orderId === order.orderId;
    if (moved)
      for (const queryKey of [roundsKeys.allOrders, assetsKeys.allBalances])
        void queryClient.invalidateQueries({ queryKey });
    before.current = order;
  });
  const { orderId, state } = order ?? {};
  useEffect(() => {
    if (orderId !== undefined && state !== undefined) follow();
  }, [orderId, state]);
}
