import { expect, test } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { checkReserveCap } from './check-reserve-cap.ts';

const ju = (amount: bigint) => tokenAmount(amount * 10n ** 18n);

test.each([
  { what: 'twice', cap: ju(200_000n), before: ju(100_000n), bound: undefined },
  {
    what: 'one unit more than twice',
    cap: tokenAmount(ju(200_000n) + 1n),
    before: ju(100_000n),
    bound: 'at-most 200000',
  },
  { what: 'less', cap: ju(0n), before: ju(100_000n), bound: undefined },
  { what: 'from zero', cap: ju(1_000n), before: ju(0n), bound: undefined },
  { what: 'from zero, one unit more', cap: tokenAmount(ju(1_000n) + 1n), before: ju(0n), bound: 'at-most 1000' },
])('limit: $what', ({ cap, before, bound }) => {
  expect(checkReserveCap(cap, before)[0]?.bound).toBe(bound);
});
