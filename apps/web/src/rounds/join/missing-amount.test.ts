import { expect, test } from 'vitest';
import { missingAmount } from './missing-amount.ts';

test('missingAmount: is exact, and nothing without an amount, a balance or a lack', () => {
  expect(missingAmount('250.5', '100.000000000000000003')).toBe('150.499999999999999997');
  expect(missingAmount('250.5', '0')).toBe('250.5');
  expect(missingAmount('100', '100')).toBeNull();
  expect(missingAmount('99', '100')).toBeNull();
  expect(missingAmount('', '100')).toBeNull();
  expect(missingAmount('1.', '0')).toBeNull();
  expect(missingAmount('250', null)).toBeNull();
});
