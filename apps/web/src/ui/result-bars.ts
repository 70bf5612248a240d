import { chartHeights } from './chart-heights.ts';

type Day = { readonly at: number; readonly netJu: string; readonly fmc: string };

/** A day of the chart: the height of each bar as a part of the highest of its kind, from 0 to 1. */
export type ResultBar = {
  readonly at: number;
  readonly fmc: number;
  readonly ju: number;
  readonly isLoss: boolean;
};

/** Returns the bars of the days: FMC and JU have separate scales, since they are never added up. */
export function resultBars(days: readonly Day[]): readonly ResultBar[] {
  const fmc = chartHeights(days.map((day) => day.fmc));
  const ju = chartHeights(days.map((day) => day.netJu.replace('-', '')));
  return days.map(({ at, netJu }, index) => ({
    at,
    fmc: fmc[index] ?? 0,
    ju: ju[index] ?? 0,
    isLoss: netJu.startsWith('-'),
  }));
}
