import { describe, expect, test } from 'vitest';
import { checkAmountText } from './check-amount-text.ts';
import { groupDigits } from './group-digits.ts';
import { shareBps } from './share-bps.ts';

describe('checkAmountText', () => {
  test.each([
    ['', 'amount-missing'],
    ['  ', 'amount-missing'],
    ['1e3', 'amount-format'],
    ['-1', 'amount-format'],
    ['+1', 'amount-format'],
    ['.5', 'amount-format'],
    ['１', 'amount-format'],
    ['1,000', 'amount-format'],
    ['0', 'amount-not-positive'],
    ['0.0000000000000000001', 'amount-too-precise'],
  ])('%j is %s', (text, error) => {
    expect(checkAmountText(text)?.error).toBe(error);
  });

  test('names the limit it broke, exactly', () => {
    expect(checkAmountText('0.9', { minimum: '1' })).toEqual({ error: 'below-minimum', limit: '1' });
    expect(checkAmountText('10.000000000000000001', { available: '10' })).toEqual({
      error: 'amount-over-available',
      limit: '10',
    });
    expect(checkAmountText('10', { minimum: '10', available: '10' })).toBeNull();
  });
});

test('groupDigits: groups the whole part alone', () => {
  expect(groupDigits('1234567.891234')).toBe('1,234,567.891234');
  expect(groupDigits('-1000')).toBe('-1,000');
  expect(groupDigits('999')).toBe('999');
});

test('shareBps: rounded down, never over 10,000, 0 where there is no whole', () => {
  expect(shareBps('999.999999999999999999', '1000')).toBe(9_999);
  expect(shareBps('1000', '1000')).toBe(10_000);
  expect(shareBps('2', '1')).toBe(10_000);
  expect(shareBps('1', '0')).toBe(0);
});
