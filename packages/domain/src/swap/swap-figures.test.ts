import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minimumReceived, poolFee, slippageLimitBps } from './swap-figures.ts';

test('default: the pool keeps 3 of 1,000, rounded down', () => {
  expect(poolFee(1_000n)).toBe(3n);
  expect(poolFee(333n)).toBe(0n);
  expect(poolFee(334n)).toBe(1n);
});

test('behavior: the limit of slippage is a part of what was received', () => {
  expect(slippageLimitBps({ received: 200n, minimum: 199n })).toBe(50);
  expect(slippageLimitBps({ received: 200n, minimum: 0n })).toBe(10_000);
  expect(slippageLimitBps({ received: 3n, minimum: 2n })).toBe(3_333);
});

test('property: the limit of slippage never promises more than the minimum', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.nat(10_000), (received, part) => {
      const minimum = (received * BigInt(part)) / 10_000n;
      const bps = BigInt(slippageLimitBps({ received, minimum }));
      expect(minimum * 10_000n <= received * (10_000n - bps)).toBe(true);
    }),
  );
});

test('behavior: a swap by way of another pool has no minimum of this one', () => {
  expect(minimumReceived({ minimum: 7n, path: ['0xa', '0xb'] })).toBe(7n);
  expect(minimumReceived({ minimum: 7n, path: ['0xa', '0xc', '0xb'] })).toBeNull();
});
