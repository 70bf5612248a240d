import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { createPersistedEntries } from '#platform/persisted-entries.ts';

/** An order whose outcome the account has not seen yet. */
export type AwaitedOrder = { readonly orderId: string; readonly roundId: string; readonly address: string };

/**
 * Orders with an outcome still to be shown, of every account of this browser. An order that settles while no page is
 * open is shown at the next visit. It leaves the list once the user has seen its outcome.
 */
export const awaitedOrders = createPersistedEntries<AwaitedOrder>({
  prefix: 'fmc.awaited.',
  storage: browserStorage,
  idOf: ({ orderId }) => orderId,
  isEntry: isAwaitedOrder,
  compare: (one, other) => Number(BigInt(one.orderId) - BigInt(other.orderId)),
});

function isAwaitedOrder(value: unknown): value is AwaitedOrder {
  if (typeof value !== 'object' || value === null) return false;
  const { orderId, roundId, address } = value as Record<string, unknown>;
  return isId(orderId) && isId(roundId) && typeof address === 'string';
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,19}$/.test(value);
}

/** Returns the account's awaited orders that are no longer open: their outcome exists or is imminent. */
export function ordersNoLongerOpen(
  awaited: readonly AwaitedOrder[],
  open: readonly { readonly orderId: string }[],
  address: string,
): readonly AwaitedOrder[] {
  const openIds = new Set(open.map(({ orderId }) => orderId));
  return awaited.filter(
    (order) => order.address.toLowerCase() === address.toLowerCase() && !openIds.has(order.orderId),
  );
}
