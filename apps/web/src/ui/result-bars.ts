import { chartHeights } from './chart-heights.ts';

type Day = { readonly at: number; readonly netJu: string; readonly fmc: string };

/** A bar: its height as a part of the chart's range, from 0 to 1. */
export type ResultBar = {
  readonly at: number;
  readonly amount: string;
  readonly height: number;
  readonly isLoss: boolean;
  /** Whether its figure fits above or below it. */
  readonly isNamed: boolean;
};

/** The bars of one currency on one scale; `up` and `down` are the parts of the range above and below its line. */
export type ResultChart = { readonly bars: readonly ResultBar[]; readonly up: number; readonly down: number };

/** Up to this many bars each has its figure; with more, only the largest gain and the largest loss have one. */
const ALL_NAMED = 4;

/** Returns a chart for each currency: FMC and JU have separate scales, since they are never added up. */
export function resultCharts(days: readonly Day[]): { readonly fmc: ResultChart; readonly ju: ResultChart } {
  return {
    fmc: chartOf(days.map(({ at, fmc }) => ({ at, amount: fmc }))),
    ju: chartOf(days.map(({ at, netJu }) => ({ at, amount: netJu }))),
  };
}

function chartOf(points: readonly { readonly at: number; readonly amount: string }[]): ResultChart {
  const heights = chartHeights(points.map(({ amount }) => amount.replace('-', '')));
  const signed = points.map(({ amount }, index) => (amount.startsWith('-') ? -1 : 1) * (heights[index] ?? 0));
  const [gain, loss] = [Math.max(0, ...signed), Math.max(0, ...signed.map((height) => -height))];
  const range = gain + loss;
  if (range === 0) return { bars: [], up: 1, down: 0 };
  const [best, worst] = [gain > 0 ? signed.indexOf(gain) : -1, loss > 0 ? signed.indexOf(-loss) : -1];
  const bars = points.map(({ at, amount }, index) => {
    const height = signed[index] ?? 0;
    return {
      ...{ at, amount, height: Math.abs(height) / range, isLoss: height < 0 },
      isNamed: height !== 0 && (points.length <= ALL_NAMED || index === best || index === worst),
    };
  });
  return { bars, up: gain / range, down: loss / range };
}
