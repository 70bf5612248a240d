import type { OrderState } from '@city-mint/domain/rounds/order-state';

type Order = { readonly orderId: string; readonly state: OrderState };
type Change = { readonly from: OrderState; readonly to: OrderState };

/** Returns the changes of state of orders that are in both lists. */
export function changedOrders(before: readonly Order[], now: readonly Order[]): readonly Change[] {
  return now.flatMap(({ orderId, state }) => {
    const from = before.find((order) => order.orderId === orderId)?.state;
    return from === undefined || from === state ? [] : [{ from, to: state }];
  });
}

/** Returns what an active order came to with a change of its state; null for any other change. */
export function orderOutcome({ from, to }: Change): 'minted' | 'failed' | 'cancelled' | null {
  if (from !== 'active') return null;
  if (to === 'claimable') return 'failed';
  return to === 'minted' || to === 'failed' || to === 'cancelled' ? to : null;
}
