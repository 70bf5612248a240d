import { unitsOf } from '@city-mint/domain/money/amount-text';

/**
 * Returns `part` of `whole`, two decimal strings, in basis points rounded down, at most 10,000; 0 if `whole` is 0. For
 * bars and rings, never for money.
 */
export function shareBps(part: string, whole: string): number {
  const units = unitsOf(whole);
  if (units === 0n) return 0;
  const bps = (unitsOf(part) * 10_000n) / units;
  return bps >= 10_000n ? 10_000 : Number(bps);
}
