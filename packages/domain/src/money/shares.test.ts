import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amounts } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { divide, floorShare, shareByWeight, splitByWeight, splitLazily } from './division.ts';
import { smallestAmount, sumAmounts, tokenAmount, ZERO } from './token-amount.ts';

const list = (values: readonly number[]) => values.map((value) => tokenAmount(BigInt(value)));

describe('divide', () => {
  test('down and up enclose the quotient, for negative numerators too', () => {
    holds(fc.tuple(fc.bigInt(), fc.bigInt({ min: 1n })), ([numerator, by]) => {
      const down = divide(numerator, { by, rounding: 'down' });
      const up = divide(numerator, { by, rounding: 'up' });
      expect(down * by).toBeLessThanOrEqual(numerator);
      expect(up * by).toBeGreaterThanOrEqual(numerator);
      expect(up - down).toBe(numerator % by === 0n ? 0n : 1n);
    });
  });

  test.each([0n, -1n])('never by %s', (by) => expect(() => divide(1n, { by, rounding: 'down' })).toThrow(RangeError));
});

describe('floorShare', () => {
  test('never more than the share, less than a unit under it', () => {
    holds(fc.tuple(amounts(10n ** 30n), fc.nat(10_000)), ([total, bps]) => {
      const exact = total * BigInt(bps);
      const share = floorShare(total, bps) * 10_000n;
      expect(share).toBeLessThanOrEqual(exact);
      expect(exact - share).toBeLessThan(10_000n);
    });
  });

  test('refuses anything but a whole number of bps', () => {
    expect(() => floorShare(tokenAmount(1n), 0.5)).toThrow(RangeError);
    expect(() => floorShare(tokenAmount(10_000n), -1)).toThrow(RangeError);
  });
});

describe('splitLazily', () => {
  test('several totals: each is shared as by itself', () => {
    holds(
      fc.tuple(fc.array(amounts(10n ** 30n), { maxLength: 5 }), fc.array(amounts(10n ** 30n), { maxLength: 20 })),
      ([totals, entries]) => {
        const sharesAt = splitLazily(totals, entries);
        for (const [of, total] of totals.entries())
          expect(entries.map((_weight, index) => sharesAt(index)(of))).toEqual(splitByWeight(total, entries));
      },
    );
  });

  test('a total that there is none of is an error', () => {
    expect(() => splitLazily([], list([1]))(0)(0)).toThrow(RangeError);
  });
});

describe('splitByWeight', () => {
  test('default', () => expect(splitByWeight(tokenAmount(10n), list([1, 0, 1, 1]))).toEqual(list([4, 0, 3, 3])));

  test('behavior: leftover units skip weights of 0', () => {
    expect(splitByWeight(tokenAmount(2n), list([0, 1, 0, 1, 1]))).toEqual(list([0, 1, 0, 1, 0]));
  });

  test.each([[[]], [[0, 0]]])('behavior: nothing for the weights %j', (weights) => {
    expect(splitByWeight(tokenAmount(7n), list(weights))).toEqual(weights.map(() => ZERO));
  });

  test('property: sums to the total, each share within a unit of its exact part', () => {
    const weights = fc.array(amounts(10n ** 22n), { minLength: 1, maxLength: 30 });
    holds(fc.tuple(amounts(10n ** 24n), weights), ([total, entries]) => {
      const sum = sumAmounts(entries);
      const shares = splitByWeight(total, entries);
      expect(sumAmounts(shares)).toBe(sum === 0n ? 0n : total);
      for (const [index, share] of shares.entries()) {
        const exact = total * (entries[index] ?? 0n);
        if (exact === 0n && entries[index] === 0n) expect(share).toBe(0n);
        expect(share * sum).toBeGreaterThanOrEqual(exact - sum + (sum > 0n ? 1n : 0n));
        expect(share * sum).toBeLessThanOrEqual(exact + sum);
      }
    });
  });
});

test('shareByWeight returns no more than the total and leaves less than a unit per entry', () => {
  holds(fc.tuple(amounts(10n ** 24n), fc.array(amounts(10n ** 22n, 1n), { minLength: 1 })), ([total, weights]) => {
    const given = sumAmounts(shareByWeight(total, weights));
    expect(given).toBeLessThanOrEqual(total);
    expect(total - given).toBeLessThan(BigInt(weights.length));
  });
});

test('smallestAmount takes a value below zero as 0', () => {
  expect(smallestAmount(tokenAmount(5n), 3n, 4n)).toBe(3n);
  expect(smallestAmount(tokenAmount(5n))).toBe(5n);
  expect(smallestAmount(tokenAmount(5n), -3n, 4n)).toBe(0n);
});
