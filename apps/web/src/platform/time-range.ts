/** A range of times in UTC milliseconds, from `from` until before `to`. */
export type TimeRange = { readonly from: number; readonly to: number };

/** Ranges that end with today, in days of the device's time zone. */
export const PRESET_DAYS = [1, 7, 30] as const;
export type PresetDays = (typeof PRESET_DAYS)[number];

/** A range in a screen's URL: a preset, which moves with the current day, or two times; none means no filter. */
export type RangeSearch =
  | { readonly days: PresetDays; readonly from?: never; readonly to?: never }
  | { readonly days?: never; readonly from: number; readonly to: number }
  | { readonly days?: never; readonly from?: never; readonly to?: never };

/** The API refuses times before the year 2000. */
const EARLIEST = 946_684_800_000;

/** Returns the range in a URL; drops unknown presets and ranges without both ends in order. */
export function parseRangeSearch(search: Record<string, unknown>): RangeSearch {
  const preset = PRESET_DAYS.find((days) => String(days) === String(search['days']));
  if (preset !== undefined) return { days: preset };
  const from = timeOf(search['from']);
  const to = timeOf(search['to']);
  return from !== null && to !== null && from < to ? { from, to } : {};
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Number(value) : value;
  return typeof time === 'number' && Number.isSafeInteger(time) && time >= EARLIEST ? time : null;
}

/** Returns the times of a URL's range at a time `now`; null without a range. */
export function rangeOf(search: RangeSearch, now: number): TimeRange | null {
  if (search.days !== undefined) return { from: dayStart(now, 1 - search.days), to: dayStart(now, 1) };
  return search.from === undefined ? null : { from: search.from, to: search.to };
}

/** Returns the days from that of the oldest list entry until tomorrow; only today if there is none. */
export function daysSince(oldest: number | undefined, now: number): TimeRange {
  const from = Math.min(oldest ?? now, now);
  return { from: dayStart(from), to: dayStart(Math.max(now, oldest ?? now), 1) };
}

/** Longer ranges are shown by months. */
const MOST_DAYS = 366;

/**
 * Returns the bounds of the days of a range in the device's time zone, or of its months if it is longer than a year:
 * the range's own ends, and every midnight or first of a month in between.
 */
export function boundsOf({ from, to }: TimeRange): number[] {
  const isLong = dayStart(from, MOST_DAYS) < to;
  const inner: number[] = [];
  for (let step = 1; ; step += 1) {
    const bound = isLong ? monthStart(from, step) : dayStart(from, step);
    if (bound >= to) return [from, ...inner, to];
    inner.push(bound);
  }
}

/** Returns the midnight at the start of a time's day, or some days later, in the device's time zone. */
export function dayStart(time: number, daysLater = 0): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}

function monthStart(time: number, monthsLater: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth() + monthsLater, 1).getTime();
}
