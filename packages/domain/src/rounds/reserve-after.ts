import { floorShare } from '../money/division.ts';
import { smallestAmount, sumAmounts, type TokenAmount, tokenAmount } from '../money/token-amount.ts';
import type { Terms } from './terms.ts';

/** A round that may draw on the reserve. */
export type ReserveDraw = Pick<Terms, 'quota' | 'lossBps' | 'reserveDrawBps'>;

/**
 * Returns the most that rounds may draw from the reserve (JU, base units), if each of them fails just below its quota,
 * one after the other in this order: each at most its losses, and at most its share of what the ones before left.
 * docs/money-rules.md#5-settlement
 */
export function reserveDrawnBy(reserve: TokenAmount, rounds: readonly ReserveDraw[]): TokenAmount {
  let left = reserve;
  const drawn = rounds.map(({ quota, lossBps, reserveDrawBps }) => {
    const draw = smallestAmount(floorShare(quota, lossBps), floorShare(left, reserveDrawBps));
    left = tokenAmount(left - draw);
    return draw;
  });
  return sumAmounts(drawn);
}
