import { orderIn, sumOrders } from './order-in.ts';
import type { CancelledSettlement, Lazy, SequenceInput } from './settlement.ts';

/**
 * Returns the settlement of a round that was cancelled: every order gets its whole principal back and nothing else
 * moves. docs/money-rules.md#5-settlement
 */
export function settleCancelled({ orders }: Pick<SequenceInput, 'orders'>): Lazy<CancelledSettlement> {
  return {
    outcome: 'cancelled',
    orderAt: (index) => {
      const { rank, amount } = orderIn(orders, index);
      return { rank, refund: amount };
    },
    totals: { refund: sumOrders(orders) },
  };
}
