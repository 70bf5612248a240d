import { expect, test } from 'vitest';
import { closes } from './statement-balance.ts';

test('default: closes to the unit', () => {
  expect(closes({ opening: '1', in: '0.5', out: '0.000000000000000001', closing: '1.499999999999999999' })).toBe(true);
});

test('error: a unit more or less, and what is no amount, do not close', () => {
  expect(closes({ opening: '1', in: '0.5', out: '0', closing: '1.500000000000000001' })).toBe(false);
  expect(closes({ opening: '1', in: '0.5', out: '0', closing: 'x' })).toBe(false);
});
