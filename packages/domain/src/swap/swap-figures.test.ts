import { expect, test } from 'vitest';
import { poolFee, swapBounds, swapPrice } from './swap-figures.ts';

test('default: the pool keeps 3 of 1,000, rounded down', () => {
  expect(poolFee(1_000n)).toBe(3n);
  expect(poolFee(333n)).toBe(0n);
  expect(poolFee(334n)).toBe(1n);
});

test('default: the price of a swap is JU for one FMC, rounded down', () => {
  expect(swapPrice({ ju: 10n, fmc: 100n })).toBe(10n ** 17n);
  expect(swapPrice({ ju: 2n, fmc: 3n })).toBe(666_666_666_666_666_666n);
  expect(swapPrice({ ju: 1n, fmc: 10n ** 30n })).toBe(0n);
});

test('default: an exact amount sold names a minimum, an exact amount received a maximum', () => {
  const path = ['0xa', '0xb'];
  const call = { sold: 9n, received: 7n, path };
  expect(swapBounds({ ...call, exact: 'sold' })).toEqual({ minimumReceived: 7n, maximumSold: null });
  expect(swapBounds({ ...call, exact: 'received' })).toEqual({ minimumReceived: null, maximumSold: 9n });
});

test('behavior: a swap by way of another pool, or of no known call, has no bounds in this one', () => {
  const none = { minimumReceived: null, maximumSold: null };
  expect(swapBounds({ exact: 'sold', sold: 9n, received: 7n, path: ['0xa', '0xc', '0xb'] })).toEqual(none);
  expect(swapBounds(undefined)).toEqual(none);
});
