import { parseAmount } from '@city-mint/domain/money/amount-text';

/**
 * Returns `part` of `whole`, two decimal strings, in basis points rounded down, at most 10,000; 0 if `whole` is 0. For
 * bars and rings, never for money.
 */
export function shareBps(part: string, whole: string): number {
  const parsedPart = parseAmount(part);
  const parsedWhole = parseAmount(whole);
  if (!parsedPart.ok || !parsedWhole.ok || parsedWhole.amount === 0n) return 0;
  const bps = (parsedPart.amount * 10_000n) / parsedWhole.amount;
  return bps >= 10_000n ? 10_000 : Number(bps);
}
