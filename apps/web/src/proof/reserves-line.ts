import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { unitsOf } from '@city-mint/domain/money/amount-text';

type Day = ReplyOf<'GET /api/app/proof/history'>['items'][number];

/** Liabilities and holdings by the last proof of a day. */
export type ReservesPoint = Day['roots'][number] & { readonly day: number };

type Place = { readonly x: number; readonly y: number; readonly index: number };

/** The lines of liabilities and holdings in the unit square, with y downwards. */
export type ReservesLine = { readonly owed: readonly Place[]; readonly held: readonly Place[] };

/** Returns the points of a currency, oldest first, from days that are newest first. */
export function reservesPoints(days: readonly Day[], currency: ReservesPoint['currency']): ReservesPoint[] {
  return days
    .flatMap(({ day, roots }) => roots.flatMap((root) => (root.currency === currency ? [{ ...root, day }] : [])))
    .toReversed();
}

/** How finely heights are computed. */
const STEPS = 10_000n;

/**
 * Returns both lines on one linear scale, so that their distance is the surplus or the shortfall. The scale spans all
 * amounts, but at least one percent of the largest, so that equal amounts look equal.
 */
export function reservesLine(points: readonly ReservesPoint[]): ReservesLine {
  const amounts = points.flatMap(({ total, vaultBalance }) => [unitsOf(total), unitsOf(vaultBalance)]);
  let [low, high] = [amounts[0] ?? 0n, amounts[0] ?? 0n];
  for (const amount of amounts) {
    if (amount < low) low = amount;
    if (amount > high) high = amount;
  }
  const least = high / 100n > 1n ? high / 100n : 1n;
  const spread = high - low > least ? high - low : least;
  // A narrow range is in the middle.
  const bottom = (high + low - spread) / 2n;
  const lineOf = (amountOf: (point: ReservesPoint) => string) =>
    points.map((point, index) => ({
      x: points.length > 1 ? index / (points.length - 1) : 0.5,
      y: 1 - Number(((unitsOf(amountOf(point)) - bottom) * STEPS) / spread) / Number(STEPS),
      index,
    }));
  return { owed: lineOf(({ total }) => total), held: lineOf(({ vaultBalance }) => vaultBalance) };
}
