/**
 * Returns the value below which `share` (0 to 1) of the values are, in whatever order they come; 0 when there are none.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

/** Returns the middle value, the upper one of two. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the value rounded to this many decimals. */
export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** Returns the seconds since `startedAt`, a time of `performance.now()`. */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
