import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closesAfterPause, isPauseTooLong, isWindowOver, remainingWindowMs } from './paused-window.ts';

const window = { opensAt: 1_000, closesAt: 2_000 };

describe('closesAfterPause', () => {
  it.each([
    { name: 'within the window', pausedAt: 1_200, resumedAt: 1_500, closesAt: 2_300 },
    { name: 'from before the opening', pausedAt: 400, resumedAt: 1_500, closesAt: 2_500 },
    { name: 'over before the opening', pausedAt: 400, resumedAt: 900, closesAt: 2_000 },
    { name: 'beyond the planned end', pausedAt: 1_900, resumedAt: 9_000, closesAt: 9_100 },
    { name: 'that begins as the window ends', pausedAt: 2_000, resumedAt: 3_000, closesAt: 2_000 },
    { name: 'that begins one millisecond before the end', pausedAt: 1_999, resumedAt: 3_000, closesAt: 3_001 },
    { name: 'after the window', pausedAt: 2_500, resumedAt: 3_000, closesAt: 2_000 },
  ])('a pause $name', ({ pausedAt, resumedAt, closesAt }) => {
    expect(closesAfterPause(window, { pausedAt, resumedAt })).toBe(closesAt);
  });

  it('leaves the time outside all pauses as it was, however often joins are paused', () => {
    const pauses = fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { maxLength: 8 });
    fc.assert(
      fc.property(pauses, (spans) => {
        let closesAt = window.closesAt;
        let at = 0;
        let paused = 0;
        for (const [running, length] of spans) {
          const pausedAt = at + running;
          const resumedAt = pausedAt + length;
          if (pausedAt < closesAt) paused += Math.max(0, resumedAt - Math.max(pausedAt, window.opensAt));
          closesAt = closesAfterPause({ ...window, closesAt }, { pausedAt, resumedAt });
          at = resumedAt;
        }
        expect(closesAt - window.opensAt - paused).toBe(1_000);
      }),
    );
  });
});

describe('while joins are paused', () => {
  it('no window ends that was not over before', () => {
    expect(isWindowOver(2_000, { now: 9_000, pausedSince: 1_999 })).toBe(false);
    expect(isWindowOver(2_000, { now: 9_000, pausedSince: 2_000 })).toBe(true);
    expect(isWindowOver(2_000, { now: 2_000, pausedSince: null })).toBe(true);
    expect(isWindowOver(2_000, { now: 1_999, pausedSince: null })).toBe(false);
  });

  it('the remaining time does not get less', () => {
    expect(remainingWindowMs(window, { now: 1_600, pausedSince: 1_500 })).toBe(500);
    expect(remainingWindowMs(window, { now: 1_600, pausedSince: null })).toBe(400);
    expect(remainingWindowMs(window, { now: 1_600, pausedSince: 500 })).toBe(1_000);
    expect(remainingWindowMs(window, { now: 2_600, pausedSince: null })).toBe(0);
  });

  it('a pause is too long only after its limit', () => {
    expect(isPauseTooLong({ now: 2_000, pausedSince: 1_000 }, 1_000)).toBe(false);
    expect(isPauseTooLong({ now: 2_001, pausedSince: 1_000 }, 1_000)).toBe(true);
    expect(isPauseTooLong({ now: 9_000, pausedSince: null }, 1_000)).toBe(false);
  });
});
