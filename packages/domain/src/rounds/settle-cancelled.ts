import { sumAmounts } from '../money/token-amount.ts';
import type { CancelledSettlement, SettlementInput } from './settlement.ts';

/**
 * Returns the settlement of a round that was cancelled: every order gets its whole principal back and nothing else
 * moves. docs/money-rules.md#5-settlement
 */
export function settleCancelled({ orders }: Pick<SettlementInput, 'orders'>): CancelledSettlement {
  return {
    outcome: 'cancelled',
    orders: orders.map(({ rank, amount }) => ({ rank, refund: amount })),
    totals: { refund: sumAmounts(orders.map(({ amount }) => amount)) },
  };
}
