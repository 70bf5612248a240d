import { expect, test } from 'vitest';
import { dialOf, sharePercent } from './day-dial.ts';

test('dialOf: returns a tick for each quarter of an hour of the UTC day', () => {
  const day = Date.UTC(2026, 10, 21);
  const next = Date.UTC(2026, 10, 22);
  expect(dialOf(day)).toEqual({ passed: 0, closesAt: next });
  expect(dialOf(day + 15 * 60_000)).toEqual({ passed: 1, closesAt: next });
  expect(dialOf(next - 1)).toEqual({ passed: 95, closesAt: next });
});

test('sharePercent: truncates to two decimals', () => {
  expect(['0', '1', '0.5', '0.0986', '0.09869', '0.00001', '0.29'].map(sharePercent)).toEqual([
    ...['0%', '100%', '50%', '9.86%', '9.86%', '<0.01%', '29%'],
  ]);
});
