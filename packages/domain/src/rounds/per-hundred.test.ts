import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { perHundred } from './per-hundred.ts';

const ju = (amount: bigint) => tokenAmount(amount * 10n ** 18n);

describe('perHundred', () => {
  test('returns the part of 100 JU', () => {
    expect(perHundred(ju(3_000n), { quota: ju(120_000n), rounding: 'up' })).toBe(25n * 10n ** 17n);
    expect(perHundred(ju(500_000n), { quota: ju(120_000n), rounding: 'down' })).toBe(416_666_666_666_666_666_666n);
  });

  test('rounds a loss up and a gain down, by less than a base unit', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(tokenAmount);
    const quota = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(tokenAmount);
    fc.assert(
      fc.property(amount, quota, (whole, of) => {
        const exact = whole * 100n * 10n ** 18n;
        const gain = perHundred(whole, { quota: of, rounding: 'down' });
        const loss = perHundred(whole, { quota: of, rounding: 'up' });
        expect(gain * of).toBeLessThanOrEqual(exact);
        expect(loss * of).toBeGreaterThanOrEqual(exact);
        expect(loss - gain).toBe(exact % of === 0n ? 0n : 1n);
      }),
    );
  });
});
