import { sumAmounts } from '../money/token-amount.ts';
import { settleCancelled } from './settle-cancelled.ts';
import { settleFailed } from './settle-failed.ts';
import { settleMinted } from './settle-minted.ts';
import type { SettlementInput, SettlementResult } from './settlement.ts';

/**
 * What every participant, pool and account gets from a round that is over: cancelled when it was, else minted when the
 * orders reach the quota and failed when they stay under it. Throws a RangeError when they are above it.
 * docs/money-rules.md#5-settlement.
 */
export function settleRound(input: SettlementInput): SettlementResult {
  const filled = sumAmounts(input.orders.map(({ amount }) => amount));
  const { quota } = input.terms;
  if (filled > quota) throw new RangeError(`orders of ${filled} are above the quota of ${quota}`);
  if (input.cancelled) return settleCancelled(input);
  return filled === quota ? settleMinted(input) : settleFailed(input);
}
