import { describe, expect, test } from 'vitest';
import {
  boundsOfPart,
  checkRange,
  DAY_BEGINS,
  DAY_ENDS,
  NOT_PICKED,
  type PickedTime,
  pickedOf,
  stepPart,
  timeOfPicked,
  withPart,
} from './date-time.ts';

const at = (...parts: readonly number[]): PickedTime => {
  const [year = 2026, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  return { year, month, day, hour, minute, second };
};

test('pickedOf: returns the parts in the device’s time zone, and timeOfPicked is its inverse', () => {
  const time = new Date(2026, 1, 28, 23, 59, 58).getTime();
  expect(pickedOf(time)).toEqual(at(2026, 2, 28, 23, 59, 58));
  expect(timeOfPicked(pickedOf(time))).toBe(time);
  expect(pickedOf(null)).toEqual(NOT_PICKED);
  expect(timeOfPicked({ ...at(), second: null })).toBeNull();
});

describe('withPart', () => {
  test('default: fills in the time of day once the date is complete', () => {
    const month = withPart(withPart(NOT_PICKED, { part: 'year', value: 2026, timeOfDay: DAY_ENDS }), {
      part: 'month',
      value: 11,
      timeOfDay: DAY_ENDS,
    });
    expect(timeOfPicked(month)).toBeNull();
    expect(month.hour).toBeNull();
    expect(withPart(month, { part: 'day', value: 21, timeOfDay: DAY_ENDS })).toEqual(at(2026, 11, 21, 23, 59, 59));
    expect(withPart(month, { part: 'day', value: 21, timeOfDay: DAY_BEGINS })).toEqual(at(2026, 11, 21));
  });

  test('behavior: a day beyond the end of its month becomes the last one', () => {
    const change = (picked: PickedTime, part: 'month' | 'year', value: number) =>
      withPart(picked, { part, value, timeOfDay: DAY_BEGINS });
    expect(change(at(2026, 1, 31), 'month', 4).day).toBe(30);
    expect(change(at(2028, 2, 29), 'year', 2026).day).toBe(28);
  });
});

describe('stepPart', () => {
  const step = (picked: PickedTime, part: 'year' | 'day' | 'hour', steps: number) =>
    stepPart(picked, { part, steps, first: 7 });

  test('default: wraps around at its ends, but years stop there', () => {
    expect(step(at(2026, 2, 28), 'day', 1)).toBe(1);
    expect(step(at(2026, 2, 1), 'day', -1)).toBe(28);
    expect(step(at(2026, 1, 1, 23), 'hour', 10)).toBe(9);
    expect(step(at(2099), 'year', 1)).toBe(2099);
  });

  test('behavior: the first step of an unpicked part is a likely value', () => {
    expect(step(NOT_PICKED, 'day', -1)).toBe(7);
    expect(stepPart(NOT_PICKED, { part: 'year', steps: 1, first: 2026 })).toBe(2026);
  });
});

test('boundsOfPart: returns the number of days of the month in its year', () => {
  expect(boundsOfPart(at(2028, 2), 'day')).toEqual([1, 29]);
  expect(boundsOfPart(NOT_PICKED, 'day')).toEqual([1, 31]);
});

describe('checkRange', () => {
  const problemOf = (start: PickedTime, end: PickedTime) => {
    const range = checkRange(start, end);
    return range.ok ? null : range.problem;
  };

  test('default: reports problems in order', () => {
    expect(problemOf({ ...NOT_PICKED, year: 2026 }, NOT_PICKED)).toBe('date-first');
    expect(problemOf(at(), { ...NOT_PICKED, hour: 5 })).toBe('date-first');
    expect(problemOf(NOT_PICKED, NOT_PICKED)).toBe('start-missing');
    expect(problemOf(NOT_PICKED, at())).toBe('start-missing');
    expect(problemOf(at(), NOT_PICKED)).toBe('end-missing');
    expect(problemOf(at(), at())).toBe('end-not-after-start');
    expect(problemOf(at(2026, 1, 2), at(2026, 1, 1, 23))).toBe('end-not-after-start');
  });

  test('behavior: the last second is part of the range', () => {
    const [from, to] = [new Date(2026, 0, 1).getTime(), new Date(2026, 0, 2).getTime()];
    expect(checkRange(at(2026, 1, 1), at(2026, 1, 1, 23, 59, 59))).toEqual({ ok: true, from, to });
  });
});
