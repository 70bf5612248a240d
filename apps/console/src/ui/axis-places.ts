import { DAY_MS, HOUR_MS, MINUTE_MS } from '@city-mint/domain/time/durations';

const SECOND_MS = 1_000;

/** How finely a time has to be named, so that two points next to each other are not called the same. */
export type TimeScale = 'days' | 'years' | 'seconds' | 'hours' | 'long';

/** Returns the scale of times in UTC milliseconds, ascending: days of UTC where all of them begin one, else moments. */
export function timeScaleOf(times: readonly number[]): TimeScale {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  if (times.every((time) => time % DAY_MS === 0)) return span < 300 * DAY_MS ? 'days' : 'years';
  // A single moment needs its day.
  if (span === 0 || span >= DAY_MS) return 'long';
  return span < HOUR_MS ? 'seconds' : 'hours';
}

const DAY = { month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Days begin in UTC; a moment is in the device's time zone, like every other one here. */
const FORMATS: Readonly<Record<TimeScale, Intl.DateTimeFormatOptions>> = {
  days: { ...DAY, timeZone: 'UTC' },
  years: { ...DAY, year: '2-digit', timeZone: 'UTC' },
  seconds: { ...CLOCK, second: '2-digit' },
  hours: CLOCK,
  long: { ...DAY, ...CLOCK },
};

/** Returns how times of a scale are written in a language. */
export function timeFormat(language: string, scale: TimeScale): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, FORMATS[scale]);
}

const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365].map((count) => count * DAY_MS),
];

/**
 * Returns where the axis of these times (UTC milliseconds, ascending) is labelled: at full seconds, hours or days as
 * they are written, at most `most` of them and within the first and the last time; a single time at itself.
 */
export function timePlaces(times: readonly number[], { scale, most }: { scale: TimeScale; most: number }): number[] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || first === last) return first === undefined ? [] : [first];
  const isDays = scale === 'days' || scale === 'years';
  const fitting = STEPS.find((step) => (!isDays || step >= DAY_MS) && (last - first) / step <= most - 1);
  const step = fitting ?? Math.ceil((last - first) / DAY_MS / (most - 1)) * DAY_MS;
  // The days of figures are their own; a moment is labelled where the clock of the device shows a full step.
  // Their last one, mostly today, is always among them.
  const offset = isDays ? last : new Date(first).getTimezoneOffset() * MINUTE_MS;
  const from = Math.ceil((first - offset) / step) * step + offset;
  return Array.from({ length: Math.floor((last - from) / step) + 1 }, (_place, index) => from + index * step);
}

/** Returns the span that an axis of times shows; a single one is in the middle of a day. */
export function timeRange(times: readonly number[]): readonly [from: number, to: number] {
  const [first = 0, last = first] = [times[0], times.at(-1)];
  return first === last ? [first - DAY_MS / 2, first + DAY_MS / 2] : [first, last];
}
