import { DAY_MS } from '@city-mint/domain/time/durations';

/** Number of quarter-hours in a day. */
export const TICKS = 96;

/** Returns the number of ticks of the UTC day before a time, and the end of that day (UTC milliseconds). */
export function dialOf(now: number): { readonly passed: number; readonly closesAt: number } {
  const ofDay = now % DAY_MS;
  return { passed: Math.floor((ofDay * TICKS) / DAY_MS), closesAt: now - ofDay + DAY_MS };
}

/** Returns a share from 0 to 1 as a percentage with two decimals, truncated; a smaller one as "<0.01%". */
export function sharePercent(share: string): string {
  const tenThousandths = Math.floor(Number(share) * 10_000 + 1e-9);
  if (tenThousandths === 0) return Number(share) === 0 ? '0%' : '<0.01%';
  const [whole, cents] = [Math.floor(tenThousandths / 100), tenThousandths % 100];
  return cents === 0 ? `${whole}%` : `${whole}.${String(cents).padStart(2, '0').replace(/0$/, '')}%`;
}
