import { expect, test } from 'vitest';
import { shareBps } from './share-bps.ts';

test('shareBps: rounded down, never over 10,000, 0 where there is no whole', () => {
  expect(shareBps('999.999999999999999999', '1000')).toBe(9_999);
  expect(shareBps('1000', '1000')).toBe(10_000);
  expect(shareBps('2', '1')).toBe(10_000);
  expect(shareBps('1', '0')).toBe(0);
});
