/** The parts of a date-time, in picking order. */
export const TIME_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
export type TimePart = (typeof TIME_PARTS)[number];

/** A date-time that is being picked, in the device's time zone; null means not picked yet. */
export type PickedTime = Readonly<Record<TimePart, number | null>>;

export const NOT_PICKED: PickedTime = { year: null, month: null, day: null, hour: null, minute: null, second: null };

const DATE_PARTS = ['year', 'month', 'day'] as const;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;
/** Initial time of day once the day is picked: the start of a range is the day's first second … */
export const DAY_BEGINS = { hour: 0, minute: 0, second: 0 } as const;
/** … and its end the last one, which is part of the range. */
export const DAY_ENDS = { hour: 23, minute: 59, second: 59 } as const;

export type TimeOfDay = Readonly<Record<'hour' | 'minute' | 'second', number>>;

/** Returns UTC milliseconds as a picked time; null as an unpicked one. */
export function pickedOf(time: number | null): PickedTime {
  if (time === null) return NOT_PICKED;
  const date = new Date(time);
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
  };
}

/** Returns the UTC milliseconds of a picked time; null while a part is not picked. */
export function timeOfPicked({ year, month, day, hour, minute, second }: PickedTime): number | null {
  if (year === null || month === null || day === null || hour === null || minute === null || second === null)
    return null;
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}

/** Returns whether year, month and day are picked, which a time of day requires. */
export function hasDate(picked: PickedTime): boolean {
  return DATE_PARTS.every((part) => picked[part] !== null);
}

/** Returns the minimum and maximum of a part; those of the day depend on month and year. */
export function boundsOfPart(picked: PickedTime, part: TimePart): readonly [number, number] {
  switch (part) {
    case 'year':
      return [FIRST_YEAR, LAST_YEAR];
    case 'month':
      return [1, 12];
    case 'day':
      return [1, daysOfMonth(picked)];
    case 'hour':
      return [0, 23];
    case 'minute':
    case 'second':
      return [0, 59];
  }
}

function daysOfMonth({ year, month }: PickedTime): number {
  return month === null ? 31 : new Date(year ?? 2000, month, 0).getDate();
}

/**
 * Returns a picked time with another value of a part. A day beyond the end of its month becomes the last one. Once the
 * date is complete, an unpicked time of day becomes `timeOfDay`.
 */
export function withPart(
  picked: PickedTime,
  { part, value, timeOfDay }: { readonly part: TimePart; readonly value: number; readonly timeOfDay: TimeOfDay },
): PickedTime {
  const changed = { ...picked, [part]: value };
  const day = changed.day === null ? null : Math.min(changed.day, daysOfMonth(changed));
  const dated = { ...changed, day };
  if (!hasDate(dated)) return dated;
  return {
    ...dated,
    hour: dated.hour ?? timeOfDay.hour,
    minute: dated.minute ?? timeOfDay.minute,
    second: dated.second ?? timeOfDay.second,
  };
}

/** Returns a part's value after some steps, wrapping around at its ends; an unpicked part begins with `first`. */
export function stepPart(
  picked: PickedTime,
  { part, steps, first }: { readonly part: TimePart; readonly steps: number; readonly first: number },
): number {
  const [least, greatest] = boundsOfPart(picked, part);
  const value = picked[part];
  if (value === null) return Math.min(Math.max(first, least), greatest);
  if (part === 'year') return Math.min(Math.max(value + steps, least), greatest);
  const count = greatest - least + 1;
  return ((((value - least + steps) % count) + count) % count) + least;
}

/** Problems of a range, in checking order. */
export const RANGE_PROBLEMS = ['date-first', 'start-missing', 'end-missing', 'end-not-after-start'] as const;
export type RangeProblem = (typeof RANGE_PROBLEMS)[number];

export type CheckedRange =
  | { readonly ok: true; readonly from: number; readonly to: number }
  | { readonly ok: false; readonly problem: RangeProblem };

/**
 * Returns the range between two picked times, including the last second. Year, month and day must be picked first, both
 * ends are required, and the end must be after the start.
 */
export function checkRange(start: PickedTime, end: PickedTime): CheckedRange {
  const isBegun = (picked: PickedTime) => TIME_PARTS.some((part) => picked[part] !== null);
  if ([start, end].some((picked) => isBegun(picked) && !hasDate(picked))) return { ok: false, problem: 'date-first' };
  const from = timeOfPicked(start);
  if (from === null) return { ok: false, problem: 'start-missing' };
  const last = timeOfPicked(end);
  if (last === null) return { ok: false, problem: 'end-missing' };
  return last > from ? { ok: true, from, to: last + 1000 } : { ok: false, problem: 'end-not-after-start' };
}
