import type { ReplyOf } from '@city-mint/api-contract/endpoints';

export type PricePoint = ReplyOf<'POST /api/app/price'>['points'][number];

/** A chart of prices: each unbroken run of known prices as a line, in the unit square with y downwards. */
export type PriceLine = {
  readonly runs: readonly (readonly { readonly x: number; readonly y: number; readonly index: number }[])[];
  /** The height of the first known price, for comparison. */
  readonly baseline: number | null;
  /** The first and last known price; null without any. */
  readonly first: PricePoint | null;
  readonly last: PricePoint | null;
};

/**
 * Returns the line of a series. The scale is linear and spans the prices, but at least one percent, so that a flat
 * price looks flat; a fall takes as much room as a rise of the same amount.
 */
export function priceLine(points: readonly PricePoint[]): PriceLine {
  const known = points.filter(({ price }) => price !== null);
  const [first = null] = known;
  const last = known.at(-1) ?? null;
  const prices = known.map(({ price }) => Number(price));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const spread = Math.max(high - low, high * 0.01, Number.MIN_VALUE);
  const middle = (high + low) / 2;
  const y = (price: number) => 0.5 - (price - middle) / spread;
  const runs: { x: number; y: number; index: number }[][] = [];
  for (const [index, { price }] of points.entries()) {
    if (price === null) continue;
    const isContinued = index > 0 && points[index - 1]?.price != null;
    if (!isContinued) runs.push([]);
    runs.at(-1)?.push({ x: points.length > 1 ? index / (points.length - 1) : 0.5, y: y(Number(price)), index });
  }
  return { runs, baseline: first === null ? null : y(Number(first.price)), first, last };
}
