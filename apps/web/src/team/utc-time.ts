import { DAY_MS } from '@city-mint/domain/time/durations';

/** Returns the UTC day of a time, `YYYY/MM/DD`. */
export function formatUtcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '/');
}

/** Returns the UTC time of day, `HH:mm UTC`; with its day if that is not the day of `now`. */
export function formatUtcClock(time: number, now: number): string {
  const clock = `${new Date(time).toISOString().slice(11, 16)} UTC`;
  return isUtcToday(time, now) ? clock : `${formatUtcDay(time)} ${clock}`;
}

/** Returns whether a time is on the same UTC day as `now`. */
export function isUtcToday(time: number, now: number): boolean {
  return Math.floor(time / DAY_MS) === Math.floor(now / DAY_MS);
}
