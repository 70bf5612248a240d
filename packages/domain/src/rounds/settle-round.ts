import { assertNever } from '../assert-never.ts';
import { sumOrders } from './order-in.ts';
import { settleCancelled } from './settle-cancelled.ts';
import { settleFailed } from './settle-failed.ts';
import { settleMinted } from './settle-minted.ts';
import type { LazySettlement, SequenceInput, SettlementInput, SettlementResult } from './settlement.ts';

/**
 * What every participant, pool and account gets from a round that is over: cancelled when it was, else minted when the
 * orders reach the quota and failed when they stay under it. Throws a RangeError when they are above it.
 * docs/money-rules.md#5-settlement.
 */
export function settleRound(input: SettlementInput): SettlementResult {
  const { orders } = input;
  const settled = settleLazily(input);
  switch (settled.outcome) {
    case 'minted':
      return { outcome: settled.outcome, orders: eachOf(orders, settled.orderAt), totals: settled.totals };
    case 'failed':
      return { outcome: settled.outcome, orders: eachOf(orders, settled.orderAt), totals: settled.totals };
    case 'cancelled':
      return { outcome: settled.outcome, orders: eachOf(orders, settled.orderAt), totals: settled.totals };
    default:
      return assertNever(settled);
  }
}

/** Returns what `settleRound` returns, except that the results of orders are computed one by one on demand. */
export function settleLazily(input: SequenceInput): LazySettlement {
  const filled = sumOrders(input.orders);
  const { quota } = input.terms;
  if (filled > quota) throw new RangeError(`orders of ${filled} are above the quota of ${quota}`);
  if (input.cancelled) return settleCancelled(input);
  return filled === quota ? settleMinted(input) : settleFailed(input);
}

function eachOf<Result>(orders: readonly unknown[], orderAt: (index: number) => Result): Result[] {
  return orders.map((_order, index) => orderAt(index));
}
