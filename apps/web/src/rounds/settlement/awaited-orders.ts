import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { createPersistedEntries } from '#platform/persisted-entries.ts';

/** An order whose outcome the account has not been shown yet. */
export type AwaitedOrder = { readonly orderId: string; readonly roundId: string; readonly address: string };

/**
 * Orders whose outcome is still to be shown, of every account of this browser: what is settled while no page is open is
 * shown with the next visit. An order leaves the list once its outcome has been seen.
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

/** Returns the account's awaited orders that are no longer open: they have come to something, or soon will have. */
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
