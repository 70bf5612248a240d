/** Returns how full a round is in percent, cut off to a tenth: "12.5". Exact figures are beside it. */
export function fillPercent({ filled, quota }: { readonly filled: string; readonly quota: string }): string {
  return (Math.floor((Number(filled) / Number(quota)) * 1_000) / 10).toFixed(1);
}

/** Returns the milliseconds that are left of a window at `now`: it does not run while joins are paused. */
export function leftOf(
  { opensAt, closesAt, pausedSince }: { opensAt: number; closesAt: number; pausedSince: number | null },
  now: number,
): number {
  return Math.max(0, closesAt - Math.max(opensAt, pausedSince ?? now));
}
