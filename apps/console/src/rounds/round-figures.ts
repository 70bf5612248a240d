import { unitsOf } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';

/** Returns how full a round is in percent, cut off to a tenth: "12.5". Exact figures are beside it. */
export function fillPercent({ filled, quota }: { readonly filled: string; readonly quota: string }): string {
  const [part, whole] = [unitsOf(filled), unitsOf(quota)];
  if (whole === 0n) return '0.0';
  // In base units: as a float, a round that lacks the last unit would be full.
  return (Number(divide(part * 1_000n, { by: whole, rounding: 'down' })) / 10).toFixed(1);
}

/** Returns the milliseconds that are left of a window at `now`: it does not run while joins are paused. */
export function leftOf(
  { opensAt, closesAt, pausedSince }: { opensAt: number; closesAt: number; pausedSince: number | null },
  now: number,
): number {
  return Math.max(0, closesAt - Math.max(opensAt, pausedSince ?? now));
}
