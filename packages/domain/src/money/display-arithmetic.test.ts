import { expect, test } from 'vitest';
import { displayAdd, displayDecimal, displayDivide, displayMultiply } from './display-decimal.ts';

test('adds to 10 decimals, truncated', () => {
  expect(displayAdd('0.1', '0.2')).toBe('0.3');
  expect(displayAdd('1', '0.00000000019')).toBe('1.0000000001');
  expect(displayAdd('1.5', '-2')).toBe('-0.5');
  expect(displayAdd('-0.00000000001', '0')).toBe('0');
});

test('multiplies to 10 decimals, truncated', () => {
  expect(displayMultiply('0.1', '0.2')).toBe('0.02');
  expect(displayMultiply('0.99999', '0.9999999999')).toBe('0.9999899999');
  expect(displayMultiply('-1.5', '1.5')).toBe('-2.25');
});

test('divides to 10 decimals, truncated', () => {
  expect(displayDivide('2', '3')).toBe('0.6666666666');
  expect(displayDivide('-2', '0.3')).toBe('-6.6666666666');
  expect(displayDivide('10', '-4')).toBe('-2.5');
  expect(() => displayDivide('1', '0.0')).toThrow(RangeError);
});

test('shows 4 decimals, truncated', () => {
  expect(displayDecimal('12.34567')).toBe('12.3456');
  expect(displayDecimal('12')).toBe('12');
  expect(displayDecimal('-0.00001')).toBe('0');
});

test.each(['', '1e3', ' 1', '.5', '5.', '+1', 'NaN', '５'])('%j is no decimal number', (text) => {
  expect(() => displayAdd(text, '1')).toThrow(RangeError);
  expect(() => displayDecimal(text)).toThrow(RangeError);
});
