import { expect, test } from 'vitest';
import { type PricePoint, priceLine } from './price-line.ts';

const points = (...prices: (string | null)[]): PricePoint[] =>
  prices.map((price, index) => ({ from: index, to: index + 1, price, changes: 0 }));

test('default: spans from the lowest price at the bottom to the highest at the top', () => {
  const { runs, baseline, first, last } = priceLine(points('1', '3', '2'));
  expect(runs).toEqual([
    [
      { x: 0, y: 1, index: 0 },
      { x: 0.5, y: 0, index: 1 },
      { x: 1, y: 0.5, index: 2 },
    ],
  ]);
  expect([baseline, first?.price, last?.price]).toEqual([1, '1', '2']);
});

test('behavior: a time without a price is a gap, never a line across', () => {
  const { runs } = priceLine(points(null, '1', null, '1', '2'));
  expect(runs.map((run) => run.map(({ index }) => index))).toEqual([[1], [3, 4]]);
});

test('behavior: draws falls and rises of the same size alike, and an almost constant price flat', () => {
  const rise = priceLine(points('1', '2')).runs[0]?.map(({ y }) => y) ?? [];
  const fall = priceLine(points('2', '1')).runs[0]?.map(({ y }) => y) ?? [];
  expect(rise).toEqual([1, 0]);
  expect(fall).toEqual([0, 1]);
  const [from = 0, to = 0] = priceLine(points('1', '1.0001')).runs[0]?.map(({ y }) => y) ?? [];
  expect(from - to).toBeLessThan(0.02);
  expect(priceLine(points('5', '5')).runs[0]).toMatchObject([{ y: 0.5 }, { y: 0.5 }]);
});

test('boundary: no price at all, and a single one', () => {
  expect(priceLine([])).toEqual({ runs: [], baseline: null, first: null, last: null });
  expect(priceLine(points(null, null))).toMatchObject({ runs: [], last: null });
  expect(priceLine(points('0.000000001')).runs).toEqual([[{ x: 0.5, y: 0.5, index: 0 }]]);
  expect(priceLine(points('0', '0')).runs[0]).toMatchObject([{ y: 0.5 }, { y: 0.5 }]);
});
