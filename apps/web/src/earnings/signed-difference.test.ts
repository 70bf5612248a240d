import { expect, test } from 'vitest';
import { signedDifference } from './signed-difference.ts';

test('default: is exact, with a sign', () => {
  expect(signedDifference('1', '0.000000000000000001')).toBe('0.999999999999999999');
  expect(signedDifference('2.5', '15.75')).toBe('-13.25');
  expect(signedDifference('3', '3')).toBe('0');
});

test('error: throws for a text that is not an amount', () => {
  expect(() => signedDifference('x', '1')).toThrow('not an amount');
});
