import { expect, test } from 'vitest';
import { type SwapInput, swapStatus } from './swap-status.ts';

const UNIT = 10n ** 18n;
const POOL = { block: 7n, ju: 1_000n * UNIT, fmc: 10_000n * UNIT };
const FUNDS = { ju: 5n * UNIT, fmc: 300n * UNIT, allowance: 0n, gasReserve: UNIT };
const MARKET = { data: { pool: POOL, funds: FUNDS }, hasFailed: false };
const sell200: SwapInput = { sell: 'FMC', side: 'sold', text: '200', limitBps: 50 };

test('default: returns a quote, and the wallet’s sellable amount', () => {
  expect(swapStatus(sell200, MARKET)).toMatchObject({
    kind: 'open',
    quote: { sold: 200n * UNIT, received: 19_550_169_617_820_656_117n },
    problem: null,
    available: '300',
    isStale: false,
  });
});

test('behavior: without the chain, and without a pool', () => {
  expect(swapStatus(sell200, { data: undefined, hasFailed: false })).toEqual({ kind: 'loading' });
  expect(swapStatus(sell200, { data: undefined, hasFailed: true })).toEqual({ kind: 'unreachable' });
  expect(swapStatus(sell200, { data: { pool: null, funds: FUNDS }, hasFailed: false })).toEqual({ kind: 'no-pool' });
  expect(swapStatus(sell200, { ...MARKET, hasFailed: true })).toMatchObject({ isStale: true });
});

test('behavior: quotes an amount above the balance and reports it, in either field', () => {
  const problem = { side: 'sold', kind: 'amount', problem: { code: 'amount-over-available', limit: '300' } };
  expect(swapStatus({ ...sell200, text: '300.1' }, MARKET)).toMatchObject({ quote: { exact: 'sold' }, problem });
  const thirty: SwapInput = { ...sell200, side: 'received', text: '30' };
  expect(swapStatus(thirty, MARKET)).toMatchObject({ quote: { exact: 'received' }, problem });
  expect(swapStatus(thirty, { ...MARKET, data: { pool: POOL, funds: null } })).toMatchObject({ problem: null });
});

test('boundary: for an exact amount to receive, the balance must cover the maximum sold', () => {
  const all = { ...MARKET, data: { pool: POOL, funds: { ...FUNDS, fmc: 270_421_119_621_698_771_880n } } };
  const input: SwapInput = { sell: 'FMC', side: 'received', text: '26', limitBps: 100 };
  expect(swapStatus(input, all)).toMatchObject({ problem: null });
  const less = { ...MARKET, data: { pool: POOL, funds: { ...FUNDS, fmc: 270_421_119_621_698_771_879n } } };
  expect(swapStatus(input, less)).toMatchObject({ problem: { side: 'sold' } });
});

test.each([
  ['', 'amount', { code: 'amount-missing' }],
  ['x', 'amount', { code: 'amount-format' }],
  ['0', 'amount', { code: 'amount-not-positive' }],
  ['0.000000000000000001', 'too-small', undefined],
])('behavior: %o has no quote', (text, kind, problem) => {
  expect(swapStatus({ ...sell200, text }, MARKET)).toMatchObject({
    quote: null,
    problem: { side: 'sold', kind, ...(problem === undefined ? {} : { problem }) },
  });
});

test('behavior: reports more than the pool has', () => {
  expect(swapStatus({ ...sell200, side: 'received', text: '1000' }, MARKET)).toMatchObject({
    problem: { side: 'received', kind: 'too-large' },
  });
});
