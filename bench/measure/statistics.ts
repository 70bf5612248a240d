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

/** The figures of one measurement that was repeated. */
export type Spread = {
  readonly repetitions: number;
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  /** From the lowest to the highest, in percent of the median. */
  readonly percent: number;
};

/** Returns the spread of repeated figures, rounded to `decimals`; all zeros when there are none. */
export function spreadOf(values: readonly number[], decimals = 0): Spread {
  const middle = median(values);
  const [lowest, highest] = [percentile(values, 0), percentile(values, 1)];
  return {
    repetitions: values.length,
    median: roundTo(middle, decimals),
    lowest: roundTo(lowest, decimals),
    highest: roundTo(highest, decimals),
    percent: middle === 0 ? 0 : roundTo((100 * (highest - lowest)) / middle, 1),
  };
}

/** Measures so many times, one after the other; returns the figures in order. */
export async function repeat<Figure>(times: number, measure: (turn: number) => Promise<Figure>): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (let turn = 0; turn < times; turn += 1) figures.push(await measure(turn));
  return figures;
}
