import { expect, test, vi } from 'vitest';
import { formatDuration, formatInputTime, formatTime, formatUtc, parseInputTime } from './format.ts';

test('formatUtc: a day of the ledger, independent of the device’s time zone', () => {
  expect(formatUtc(Date.UTC(2026, 10, 22, 23, 59, 59))).toBe('2026-11-22 23:59:59');
});

test('a filter shows times as tables do, in the device’s time zone, and parses them back', () => {
  const time = Date.UTC(2026, 10, 22, 23, 59);
  vi.stubEnv('TZ', 'Asia/Singapore');
  const shown = [formatTime(time), formatInputTime(time), parseInputTime(formatInputTime(time))];
  vi.unstubAllEnvs();
  expect(shown).toEqual(['2026-11-23 07:59:00 +08', '2026-11-23T07:59', time]);
  expect(['', '2026-11-23T'].map(parseInputTime)).toEqual([undefined, undefined]);
});

test.each([
  ['Asia/Kolkata', '2026-11-23 05:29:00 +05:30'],
  ['America/St_Johns', '2026-11-22 20:29:00 −03:30'],
  ['UTC', '2026-11-22 23:59:00 +00'],
])('a time names its zone: %s', (zone, shown) => {
  vi.stubEnv('TZ', zone);
  const text = formatTime(Date.UTC(2026, 10, 22, 23, 59));
  vi.unstubAllEnvs();
  expect(text).toBe(shown);
});

test('formatDuration: the two largest units, zero in seconds', () => {
  expect([0, 59_999, 7_500_000, 180_000_000].map((time) => formatDuration(time, 'en'))).toEqual([
    '0 seconds',
    '59 seconds',
    '2 hours 5 minutes',
    '2 days 2 hours',
  ]);
});
