import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { assetsKeys } from '#assets/assets-queries.ts';
import { readApi } from '#platform/api.ts';
import { queryClient } from '#platform/query-client.ts';
import { openOrdersQuery, roundsKeys } from '../rounds-queries.ts';
import { type AwaitedOrder, awaitedOrders, ordersNoLongerOpen } from './awaited-orders.ts';
import { addMoment, clearMoments, useMomentStore } from './moment-store.ts';
import { notifySettlement } from './notify-settlement.ts';
import { type ListedOrder, settlementMoment } from './settlement-moment.ts';

type OrderPage = ReplyOf<'POST /api/biz/mine/mint'>;

/**
 * Adds a moment for each settled round of the account, including rounds that settled while no page was open. Mount it
 * in a component keyed by the address.
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
  // Another account must not see this account's moments.
  useEffect(() => clearMoments, []);
}

/** Queries that a settlement changes. */
const CHANGED_KEYS = [assetsKeys.allBalances, roundsKeys.allOrders, roundsKeys.allOrderDetails, roundsKeys.allLatest];

function byRound(orders: readonly AwaitedOrder[]): readonly (readonly AwaitedOrder[])[] {
  return [...Map.groupBy(orders, ({ roundId }) => roundId).values()];
}

/** Adds the moment of a round once it is settled; until then the next change triggers another attempt. */
async function addMomentOf(awaited: readonly AwaitedOrder[]): Promise<void> {
  const [first] = awaited;
  const isWaiting = useMomentStore.getState().moments.some(({ roundId }) => roundId === first?.roundId);
  if (first === undefined || isWaiting) return;
  const orders = await ordersOfRound(first.roundId).catch(() => null);
  if (orders === null) return;
  // Stop awaiting an order that the account does not have.
  for (const { orderId } of awaited) {
    if (orders.every((order) => order.orderId !== orderId)) awaitedOrders.remove(orderId);
  }
  const moment = settlementMoment(orders);
  if (moment === null) return;
  if (isStillAwaited(first.roundId)) {
    addMoment(moment);
    void notifySettlement(moment).catch(() => undefined);
  }
  for (const queryKey of CHANGED_KEYS) void queryClient.invalidateQueries({ queryKey });
}

/** Returns whether a round's outcome is still to be shown; the user may have seen it in an order's sheet since. */
function isStillAwaited(roundId: string): boolean {
  return awaitedOrders.read().some((order) => order.roundId === roundId);
}

const MOST_ORDERS_OF_A_PAGE = 50;

/** Returns all orders of the account in a round, including those that settled before this page knew of them. */
async function ordersOfRound(roundId: string): Promise<readonly ListedOrder[]> {
  const orders: ListedOrder[] = [];
  let cursor: string | null = null;
  do {
    const request = { roundId, cursor, limit: MOST_ORDERS_OF_A_PAGE };
    const page: OrderPage = await readApi('POST /api/biz/mine/mint', request);
    orders.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return orders;
}
