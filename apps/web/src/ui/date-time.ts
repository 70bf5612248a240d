/** The parts of a date-time, in the order in which they are picked. */
export const TIME_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
export type TimePart = (typeof TIME_PARTS)[number];

/** A date-time that is being picked, by the clock of the device; null = not picked yet. */
export type PickedTime = Readonly<Record<TimePart, number | null>>;

export const NOT_PICKED: PickedTime = { year: null, month: null, day: null, hour: null, minute: null, second: null };

const DATE_PARTS = ['year', 'month', 'day'] as const;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;
/** What a time of day begins with, once its day is picked: the start of a range at the day's first second … */
export const DAY_BEGINS = { hour: 0, minute: 0, second: 0 } as const;
/** … and its end at the last one, which is part of the range. */
export const DAY_ENDS = { hour: 23, minute: 59, second: 59 } as const;

export type TimeOfDay = Readonly<Record<'hour' | 'minute' | 'second', number>>;

/** Returns UTC milliseconds as a picked time; null as one that is not picked. */
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

/** Whether year, month and day are picked: only then can a time of day be. */
export function hasDate(picked: PickedTime): boolean {
  return DATE_PARTS.every((part) => picked[part] !== null);
}

/** Returns the least and the greatest value of a part; a month has as many days as it has in its year. */
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
 * Returns a picked time with another value of a part. A day beyond the end of its month becomes the last of it. Once
 * the date is complete the time of day is `timeOfDay`, unless it is picked.
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

/** Returns the value of a part some steps further, around at its ends; an unpicked part begins with `first`. */
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

/** What is wrong with a range, in the order in which it is checked. */
export const RANGE_PROBLEMS = ['date-first', 'start-missing', 'end-missing', 'end-not-after-start'] as const;
export type RangeProblem = (typeof RANGE_PROBLEMS)[number];

export type CheckedRange =
  | { readonly ok: true; readonly from: number; readonly to: number }
  | { readonly ok: false; readonly problem: RangeProblem };

/**
 * Returns the range between two picked times, the second of its end included. Year, month and day have to be picked
 * before anything else, both ends are required, and the end has to be after the start.
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
