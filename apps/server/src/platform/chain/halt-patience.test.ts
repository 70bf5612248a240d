import { expect, test } from 'vitest';
import type { IntegrityErrorCode } from './chain-integrity-error.ts';
import { createHaltPatience } from './halt-patience.ts';

/** Records an error each minute; returns after how many minutes the reader halts, if it does within a day. */
function minutesUntilHalt(codeAt: (minute: number) => IntegrityErrorCode): number | undefined {
  let nowMs = 0;
  const patience = createHaltPatience({ now: () => nowMs });
  for (let minute = 0; minute < 1_440; minute += 1) {
    if (patience.record(codeAt(minute)).halts) return minute;
    nowMs += 60_000;
  }
  return undefined;
}

test('default: halts after five minutes, for urgent errors at the third, and never for missing data', () => {
  expect(minutesUntilHalt(() => 'sequence-gap')).toBe(5);
  expect(minutesUntilHalt(() => 'block-changed')).toBe(2);
  expect(minutesUntilHalt(() => 'missing-data')).toBe(undefined);
});

test('behavior: minutes of missing data do not count for another error', () => {
  expect(minutesUntilHalt((minute) => (minute < 60 ? 'missing-data' : 'sequence-gap'))).toBe(65);
});

test('behavior: missing data are asked for again within half a minute', () => {
  const patience = createHaltPatience();
  expect([1, 2, 3, 4, 5, 6, 7].map(() => patience.record('missing-data').retryMs)).toEqual([
    ...[1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  ]);
});
