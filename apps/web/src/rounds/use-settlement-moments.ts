import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { assetsKeys } from '#assets/assets-queries.ts';
import { RefusalError, readApi } from '#platform/api.ts';
import { queryClient } from '#platform/query-client.ts';
import { type AwaitedOrder, awaitedOrders, ordersNoLongerOpen } from './awaited-orders.ts';
import { addMoment, clearMoments, useMomentStore } from './moment-store.ts';
import { openOrdersQuery, roundsKeys } from './rounds-queries.ts';
import { type OrderDetails, settlementMoment } from './settlement-moment.ts';

/**
 * Adds a moment for each round of the account that is settled, also for those that were while no page was open. Where
 * it is used has the address as its key.
 */
export function useSettlementMoments(address: string | null): void {
  const open = useQuery({ ...openOrdersQuery(address ?? ''), enabled: address !== null });
  const compare = useEffectEvent(() => {
    if (address === null || open.data === undefined) return;
    for (const order of open.data) awaitedOrders.put({ ...order, address });
    const over = ordersNoLongerOpen(awaitedOrders.read(), open.data, address);
    for (const orders of byRound(over)) void addMomentOf(orders);
  });
  const { dataUpdatedAt } = open;
  useEffect(() => {
    if (dataUpdatedAt > 0) compare();
  }, [dataUpdatedAt]);
  // Another account's moments are not for this one's eyes.
  useEffect(() => clearMoments, []);
}

/** What a settlement changes. */
const CHANGED_KEYS = [assetsKeys.allBalances, roundsKeys.allOrders, roundsKeys.allOrderDetails, roundsKeys.allLatest];

function byRound(orders: readonly AwaitedOrder[]): readonly (readonly AwaitedOrder[])[] {
  return [...Map.groupBy(orders, ({ roundId }) => roundId).values()];
}

/** Adds the moment of a round once it is settled; until then it is asked for again with the next change. */
async function addMomentOf(orders: readonly AwaitedOrder[]): Promise<void> {
  const isWaiting = useMomentStore.getState().moments.some(({ roundId }) => roundId === orders[0]?.roundId);
  if (isWaiting) return;
  const details = await Promise.all((await allOfRound(orders)).map(detailsOf));
  const known = details.flatMap((detail) => detail ?? []);
  const moment = known.length < details.length ? null : settlementMoment(known);
  if (moment === null) return;
  addMoment(moment);
  for (const queryKey of CHANGED_KEYS) void queryClient.invalidateQueries({ queryKey });
}

const MOST_ORDERS_OF_A_ROUND = 50;

/** The awaited orders, and those of the same round that were settled before this page knew of them. */
async function allOfRound(orders: readonly AwaitedOrder[]): Promise<readonly AwaitedOrder[]> {
  const [first] = orders;
  if (first === undefined) return orders;
  const { address, roundId } = first;
  const known = new Set(orders.map(({ orderId }) => orderId));
  const answer = await readApi('POST /api/biz/mine/mint', { roundId, limit: MOST_ORDERS_OF_A_ROUND }).catch(() => null);
  const others = (answer?.items ?? []).filter(({ orderId }) => !known.has(orderId));
  return [...orders, ...others.map(({ orderId }) => ({ orderId, roundId, address }))];
}

/** The details of an order; null while they are not known. An order that the account does not have is not awaited. */
async function detailsOf({ orderId }: AwaitedOrder): Promise<OrderDetails | null> {
  try {
    return await readApi('POST /api/biz/mint/detail', { orderId });
  } catch (error) {
    if (error instanceof RefusalError && error.error === 'not-found') awaitedOrders.remove(orderId);
    return null;
  }
}
