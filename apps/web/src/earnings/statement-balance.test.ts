import { expect, test } from 'vitest';
import { closes } from './statement-balance.ts';

test('default: balances to the unit', () => {
  expect(closes({ opening: '1', in: '0.5', out: '0.000000000000000001', closing: '1.499999999999999999' })).toBe(true);
});

test('error: does not balance with one unit more or less, or a malformed amount', () => {
  expect(closes({ opening: '1', in: '0.5', out: '0', closing: '1.500000000000000001' })).toBe(false);
  expect(closes({ opening: '1', in: '0.5', out: '0', closing: 'x' })).toBe(false);
});
