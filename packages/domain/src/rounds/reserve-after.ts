import { floorShare } from '../money/division.ts';
import { smallestAmount, type TokenAmount, tokenAmount } from '../money/token-amount.ts';
import type { Terms } from './terms.ts';

/** A round that may draw on the reserve. */
export type ReserveDraw = Pick<Terms, 'quota' | 'lossBps' | 'reserveDrawBps'>;

/**
 * Returns, for each round, the most that earlier rounds may draw from the reserve first (JU, base units), if each of
 * these fails just below its quota, one after the other in this order: each at most its losses, and at most its share
 * of the reserve at that point. docs/money-rules.md#5-settlement
 */
export function reserveDrawnBefore(reserve: TokenAmount, rounds: readonly ReserveDraw[]): TokenAmount[] {
  let left = reserve;
  return rounds.map(({ quota, lossBps, reserveDrawBps }) => {
    const drawnFirst = tokenAmount(reserve - left);
    left = tokenAmount(left - smallestAmount(floorShare(quota, lossBps), floorShare(left, reserveDrawBps)));
    return drawnFirst;
  });
}
