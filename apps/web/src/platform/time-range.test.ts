import { describe, expect, test } from 'vitest';
import { boundsOf, dayStart, daysSince, parseRangeSearch, rangeOf } from './time-range.ts';

/** Months below 1 and above 12 fall into the years before and after 2026. */
const at = (month: number, day: number, hour = 0) => new Date(2026, month - 1, day, hour).getTime();

test('parseRangeSearch: accepts presets as text or number; drops malformed values', () => {
  expect(parseRangeSearch({ days: '7' })).toEqual({ days: 7 });
  expect(parseRangeSearch({ days: 30, from: 1 })).toEqual({ days: 30 });
  expect(parseRangeSearch({ days: '8' })).toEqual({});
  expect(parseRangeSearch({ from: String(at(1, 1)), to: at(1, 2) })).toEqual({ from: at(1, 1), to: at(1, 2) });
  expect(parseRangeSearch({ from: at(1, 2), to: at(1, 2) })).toEqual({});
  expect(parseRangeSearch({ from: at(1, 2) })).toEqual({});
  expect(parseRangeSearch({ from: '1', to: '2' })).toEqual({});
});

describe('rangeOf', () => {
  test('default: presets are whole days that end with today', () => {
    expect(rangeOf({ days: 1 }, at(3, 5, 13))).toEqual({ from: at(3, 5), to: at(3, 6) });
    expect(rangeOf({ days: 7 }, at(3, 5, 13))).toEqual({ from: at(2, 27), to: at(3, 6) });
  });

  test('behavior: keeps two times as they are; returns none without', () => {
    expect(rangeOf({ from: 5, to: 6 }, 0)).toEqual({ from: 5, to: 6 });
    expect(rangeOf({}, 0)).toBeNull();
  });
});

describe('boundsOf', () => {
  test('default: returns every midnight between the ends', () => {
    expect(boundsOf({ from: at(2, 27, 10), to: at(3, 2, 9) })).toEqual([
      at(2, 27, 10),
      at(2, 28),
      at(3, 1),
      at(3, 2),
      at(3, 2, 9),
    ]);
    expect(boundsOf({ from: at(2, 27), to: at(2, 28) })).toEqual([at(2, 27), at(2, 28)]);
  });

  test('behavior: shows a year by days, longer ranges by months, never with more bounds than a request allows', () => {
    expect(boundsOf({ from: at(1, 1), to: at(13, 1) })).toHaveLength(366);
    const years = boundsOf({ from: at(1 - 26 * 12, 15), to: at(2, 1) });
    expect(years.slice(0, 3)).toEqual([at(1 - 26 * 12, 15), at(2 - 26 * 12, 1), at(3 - 26 * 12, 1)]);
    expect(years.length).toBeLessThanOrEqual(400);
  });
});

test('dayStart: returns midnight, across a month', () => {
  expect(dayStart(at(1, 31, 23), 1)).toBe(at(2, 1));
});

test('daysSince: returns whole days from the oldest entry to tomorrow, including an entry ahead of the clock', () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  const tomorrow = dayStart(now, 1);
  expect(daysSince(undefined, now)).toEqual({ from: dayStart(now), to: tomorrow });
  expect(daysSince(new Date(2026, 10, 18, 23).getTime(), now)).toEqual({ from: dayStart(now, -2), to: tomorrow });
  expect(daysSince(tomorrow + 5, now)).toEqual({ from: dayStart(now), to: dayStart(now, 2) });
});
