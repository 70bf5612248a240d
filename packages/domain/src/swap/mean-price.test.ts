import { describe, expect, test } from 'vitest';
import { meanPrice, type PriceMark, priceChangeBps } from './mean-price.ts';

const mark = (at: number, weighted: bigint, pricedMs = at): PriceMark => ({ at, weighted, pricedMs, changes: 0 });

describe('mean price', () => {
  test('default: each price weighs as long as it held', () => {
    // 10 for 3 s, then 40 for 1 s.
    expect(meanPrice(mark(0, 0n), mark(4_000, 10n * 3_000n + 40n * 1_000n))).toBe(17n);
  });

  test('boundary: a mean that is no whole number is rounded down', () => {
    expect(meanPrice(mark(0, 0n), mark(3, 2n * 1n + 3n * 2n))).toBe(2n);
  });

  test('behavior: a window with a moment without a price is not whole, nor one from before the first', () => {
    expect(meanPrice(mark(0, 0n, 0), mark(4_000, 30_000n, 3_999))).toBeNull();
    expect(meanPrice(null, mark(4_000, 30_000n))).toBeNull();
    expect(meanPrice(mark(4_000, 1n), mark(4_000, 1n))).toBeNull();
  });

  test('behavior: a trade a hundredfold that is undone after a block of a second moves an hour by 2.75 percent', () => {
    const hour = mark(3_600_000, 100n * 3_599_000n + 10_000n * 1_000n);
    expect(meanPrice(mark(0, 0n), hour)).toBe(102n);
  });
});

describe('change of a price', () => {
  test('default: in basis points, falls below zero', () => {
    expect(priceChangeBps(200n, 250n)).toBe(2_500);
    expect(priceChangeBps(200n, 150n)).toBe(-2_500);
    expect(priceChangeBps(200n, 200n)).toBe(0);
    expect(priceChangeBps(200n, 0n)).toBe(-10_000);
  });

  test('boundary: parts of a basis point are left out both ways; at most 2^53 - 1', () => {
    expect(priceChangeBps(30_001n, 30_002n)).toBe(0);
    expect(priceChangeBps(30_001n, 30_000n)).toBe(0);
    expect(priceChangeBps(1n, 10n ** 60n)).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('behavior: unknown without both prices, or from nothing', () => {
    expect(priceChangeBps(null, 1n)).toBeNull();
    expect(priceChangeBps(1n, null)).toBeNull();
    expect(priceChangeBps(0n, 1n)).toBeNull();
  });
});
