/** The states of an order. docs/money-rules.md#3-states. */
export const ORDER_STATES = ['active', 'minted', 'failed', 'claimable', 'cancelled', 'ended'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * Every move that an order may make; there is no other. A failed order passes through `claimable` also when its hash
 * power is 0: then nothing is waited for.
 */
export const ORDER_TRANSITIONS: Record<OrderState, readonly OrderState[]> = {
  active: ['minted', 'failed', 'cancelled'],
  minted: ['ended'],
  failed: ['claimable'],
  claimable: ['ended'],
  cancelled: ['ended'],
  ended: [],
};

/** The spec's label of each state, as the key of its text. */
export const ORDER_LABELS = {
  active: 'in-progress',
  minted: 'success',
  failed: 'failed',
  claimable: 'pending-claim',
  cancelled: 'cancelled',
  ended: 'ended',
} as const satisfies Record<OrderState, string>;
export type OrderLabel = (typeof ORDER_LABELS)[OrderState];

/** Whether an order may go from one state to the other. */
export function canMoveOrder(from: OrderState, to: OrderState): boolean {
  return ORDER_TRANSITIONS[from].includes(to);
}
