import { describe, expect, test } from 'vitest';
import { poolPrice, sellable } from './pool.ts';
import { mostToPay, poolAfter, quoteSwap, type SwapRequest, shownAtMost } from './swap-quote.ts';

const UNIT = 10n ** 18n;
const POOL = { block: 7n, ju: 1_000n * UNIT, fmc: 10_000n * UNIT };

function quoteOf(request: SwapRequest) {
  const result = quoteSwap(request, POOL);
  if (result.kind !== 'quote') throw new Error(result.kind);
  return result.quote;
}

describe('quoteSwap', () => {
  test('default: sells exactly 10 JU', () => {
    const quote = quoteOf({ sell: 'JU', side: 'sold', amount: 10n * UNIT, limitBps: 50 });
    expect(quote).toMatchObject({
      buy: 'FMC',
      received: 98_715_803_439_706_129_885n,
      bound: 98_222_224_422_507_599_236n,
      fee: 30_000_000_000_000_000n,
      impactBps: 99,
    });
    expect(mostToPay(quote)).toBe(10n * UNIT);
  });

  test('default: receives exactly 26 JU', () => {
    const quote = quoteOf({ sell: 'FMC', side: 'received', amount: 26n * UNIT, limitBps: 100 });
    expect(quote).toMatchObject({ buy: 'JU', sold: 267_743_682_793_761_160_278n });
    expect(mostToPay(quote)).toBe(270_421_119_621_698_771_880n);
  });

  test.each([
    ['too-small', { sell: 'FMC', side: 'sold', amount: 1n, limitBps: 50 }],
    ['too-large', { sell: 'FMC', side: 'received', amount: POOL.ju, limitBps: 50 }],
  ] as const)('behavior: %s', (kind, request) => expect(quoteSwap(request, POOL)).toEqual({ kind }));
});

test('default: afterwards the pool has more of the sold currency and less of the other', () => {
  const quote = quoteOf({ sell: 'JU', side: 'sold', amount: UNIT, limitBps: 50 });
  expect(poolAfter(quote, POOL)).toEqual({ block: 7n, ju: 1_001n * UNIT, fmc: POOL.fmc - quote.received });
});

test('behavior: reserves the gas in JU', () => {
  const funds = { ju: 5n, fmc: 9n, allowance: 0n, gasReserve: 2n };
  expect(sellable(funds, 'FMC')).toBe(9n);
  expect(sellable(funds, 'JU')).toBe(3n);
  expect(sellable({ ...funds, ju: 1n }, 'JU')).toBe(0n);
});

test('default: rounds upper bounds up for display', () => {
  expect(shownAtMost(270_421_119_621_698_771_880n)).toBe('270.4212');
  expect(shownAtMost(UNIT)).toBe('1');
  expect(shownAtMost(1n)).toBe('0.0001');
});

test('default: the price is that of one FMC in JU', () => {
  expect(poolPrice(POOL)).toBe('0.1');
  expect(poolPrice({ ju: 1n, fmc: 3n })).toBe('0.333333333333333333');
});
