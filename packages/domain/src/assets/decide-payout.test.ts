import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { payoutLeft } from './decide-payout.ts';

test('at most a quarter of an account leaves it in a day, however many payouts share it', () => {
  expect(payoutLeft({ balance: tokenAmount(1_003n), paidInDay: tokenAmount(0n) })).toBe(250n);
  expect(payoutLeft({ balance: tokenAmount(753n), paidInDay: tokenAmount(250n) })).toBe(0n);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.array(fc.integer({ min: 1, max: 100 })), (held, shares) => {
      let paid = 0n;
      for (const share of shares) {
        const left = payoutLeft({ balance: tokenAmount(held - paid), paidInDay: tokenAmount(paid) });
        paid += (left * BigInt(share)) / 100n;
      }
      expect(paid <= held / 4n).toBe(true);
    }),
  );
});
