import { expect, test } from 'vitest';
import { chartHeights } from './chart-heights.ts';

test('default: returns parts of the largest value', () => {
  expect(chartHeights(['0', '0.5', '2', '1'])).toEqual([0, 0.25, 1, 0.5]);
});

test('behavior: accepts amounts beyond a number’s precision, only zeros, and negative values', () => {
  expect(chartHeights(['100000000000000000000000.000000000000000001', '50000000000000000000000'])).toEqual([1, 0.4999]);
  expect(chartHeights(['0', '0'])).toEqual([0, 0]);
  expect(chartHeights(['-1', '2'])).toEqual([0, 1]);
});
