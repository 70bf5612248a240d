import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountReceived, amountSold, leastReceived, mostSold, priceImpactBps } from './quote.ts';

const UNIT = 10n ** 18n;
const POOL = { sold: 1_000n * UNIT, received: 10_000n * UNIT };
const LARGEST = 2n ** 112n - 1n;
const reserve = fc.bigInt({ min: 1_000n, max: LARGEST });

describe('amountReceived', () => {
  test('default: 10 JU less 0.3 % into a pool of 1,000 JU and 10,000 FMC', () => {
    expect(amountReceived(10n * UNIT, POOL)).toBe(98_715_803_439_706_129_885n);
  });

  test('property: never all of the pool, and the product of the reserves never falls', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.bigInt({ min: 1n, max: LARGEST }), (sold, received, amount) => {
        const paid = amountReceived(amount, { sold, received });
        if (paid === null) throw new Error('a pool with both currencies quotes');
        expect(paid < received).toBe(true);
        expect((sold * 1000n + amount * 997n) * (received - paid) >= sold * received * 1000n).toBe(true);
        expect((sold * 1000n + amount * 997n) * (received - paid - 1n) < sold * received * 1000n).toBe(true);
      }),
    );
  });

  test.each([
    [0n, POOL],
    [1n, { ...POOL, sold: 0n }],
    [1n, { ...POOL, received: 0n }],
  ])('behavior: %s to a pool of %o is no swap', (sold, reserves) => expect(amountReceived(sold, reserves)).toBeNull());
});

describe('amountSold', () => {
  test('default: what brings 98.7 FMC costs a little less than 10 JU', () => {
    expect(amountSold(98_715_803_439_706_129_885n, POOL)).toBe(10n * UNIT);
    expect(amountSold(98_700_000_000_000_000_000n, POOL)).toBe(9_998_383_138_872_547_673n);
  });

  test('property: selling the quoted amount pays at least the requested amount', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.double({ min: 0, max: 0.9, noNaN: true }), (sold, received, share) => {
        const asked = (received * BigInt(Math.round(share * 1e6))) / 1_000_000n;
        const cost = amountSold(asked, { sold, received });
        if (cost === null) expect(asked).toBe(0n);
        else expect((amountReceived(cost, { sold, received }) ?? 0n) >= asked).toBe(true);
      }),
    );
  });

  test.each([
    [0n, POOL],
    [POOL.received, POOL],
    [POOL.received + 1n, POOL],
    [1n, { ...POOL, sold: 0n }],
  ])('behavior: %s out of a pool of %o is no swap', (received, reserves) =>
    expect(amountSold(received, reserves)).toBeNull(),
  );
});

describe('priceImpactBps', () => {
  test('default: the price impact of a swap, without the fee', () => {
    const received = amountReceived(10n * UNIT, POOL) ?? 0n;
    // 9.97 JU into 1,000 JU: 9.97 / 1,009.97.
    expect(priceImpactBps({ sold: 10n * UNIT, received }, POOL)).toBe(99);
  });

  test('boundary: none below a unit of rounding, at most all of it', () => {
    expect(priceImpactBps({ sold: 1n, received: 9n }, POOL)).toBe(973);
    expect(priceImpactBps({ sold: 1n, received: 10n }, POOL)).toBe(0);
    expect(priceImpactBps({ sold: LARGEST, received: POOL.received - 1n }, POOL)).toBe(10_000);
  });
});

test('default: the limit of slippage rounds for the user', () => {
  expect(leastReceived(266_124n, 50)).toBe(264_794n);
  expect(leastReceived(1n, 50)).toBe(1n);
  expect(leastReceived(10_000n, 0)).toBe(10_000n);
  expect(mostSold(200_001n, 50)).toBe(201_001n);
  expect(mostSold(1n, 50)).toBe(1n);
});
