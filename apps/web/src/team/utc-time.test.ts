import { expect, test } from 'vitest';
import { formatUtcClock, formatUtcDay, isUtcToday } from './utc-time.ts';

const AT = Date.UTC(2026, 10, 22, 23, 59, 59, 999);

test('formatUtcClock: returns the minute, and the day if it differs', () => {
  expect(formatUtcClock(AT, AT)).toBe('23:59 UTC');
  expect(formatUtcClock(AT, AT + 1)).toBe('2026/11/22 23:59 UTC');
  expect(formatUtcDay(AT + 1)).toBe('2026/11/23');
  expect([isUtcToday(AT, AT - 3_600_000), isUtcToday(AT, AT + 1)]).toEqual([true, false]);
});
