import { expect, test } from 'vitest';
import { shareBps } from './share-bps.ts';

test('shareBps: rounds down, is at most 10,000, and 0 without a whole', () => {
  expect(shareBps('999.999999999999999999', '1000')).toBe(9_999);
  expect(shareBps('1000', '1000')).toBe(10_000);
  expect(shareBps('2', '1')).toBe(10_000);
  expect(shareBps('1', '0')).toBe(0);
});
