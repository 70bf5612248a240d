import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { boundsOf, dayStart } from '#platform/time-range.ts';
import type { ChartPoint } from '#ui/bars.tsx';
import type { Currency } from './assets-search.ts';

const DAYS = 30;

/** Balances by day, and the difference of the last from the first: a decimal string with its sign. */
export type BalanceLine = { readonly points: readonly ChartPoint[]; readonly change: string };

/** Returns the midnights of the last 30 days in the device's time zone, and the next one. */
export function balanceBounds(now: number): number[] {
  return boundsOf({ from: dayStart(now, 1 - DAYS), to: dayStart(now, 1) });
}

/** Returns the line of a currency; null if every day's balance is zero. */
export function balanceLine(reply: ReplyOf<'POST /api/app/user/balances'>, currency: Currency): BalanceLine | null {
  const points = reply.points.map((point) => ({ at: point.at, value: point[currency] }));
  if (points.every(({ value }) => value === '0')) return null;
  return { points, change: formatAmount(unitsOf(points.at(-1)?.value ?? '0') - unitsOf(points[0]?.value ?? '0')) };
}
