import { describe, expect, test } from 'vitest';
import { fillPercent, leftOf } from './round-figures.ts';

describe('fillPercent', () => {
  test.each([
    ['0', '1000', '0.0'],
    ['125', '1000', '12.5'],
    // Cut off: a round is full only once it is.
    ['999.999999999999999999', '1000', '99.9'],
    ['999.5', '1000', '99.9'],
    ['1000', '1000', '100.0'],
    ['0.01', '5000000', '0.0'],
  ])('behavior: %s of %s is %s %%', (filled, quota, percent) => {
    expect(fillPercent({ filled, quota })).toBe(percent);
  });
});

describe('leftOf', () => {
  const window = { opensAt: 1_000, closesAt: 9_000, pausedSince: null };
  test.each([
    ['before it opens, all of it', window, 500, 8_000],
    ['while it is open, the rest', window, 3_000, 6_000],
    ['at its end, nothing', window, 9_000, 0],
    ['after its end, nothing', window, 9_500, 0],
    ['paused, what was left then', { ...window, pausedSince: 4_000 }, 8_000, 5_000],
    ['paused for longer than the window, still what was left then', { ...window, pausedSince: 4_000 }, 20_000, 5_000],
    ['paused before it opens, all of it', { ...window, pausedSince: 200 }, 3_000, 8_000],
  ] as const)('behavior: %s', (...[, round, now, left]) => {
    expect(leftOf(round, now)).toBe(left);
  });
});
