import { describe, expect, test } from 'vitest';
import { checkAmountText } from './amount-problem.ts';

describe('checkAmountText', () => {
  test.each([
    ['', 'amount-missing'],
    ['  ', 'amount-missing'],
    ['1e3', 'amount-format'],
    ['-1', 'amount-format'],
    ['+1', 'amount-format'],
    ['.5', 'amount-format'],
    ['１', 'amount-format'],
    ['!1,000', 'amount-format'],
    ['?1,000', 'amount-ambiguous'],
    ['?1.000', 'amount-ambiguous'],
    ['0', 'amount-not-positive'],
    ['0.0000000000000000001', 'amount-too-precise'],
  ])('%j is %s', (text, error) => {
    expect(checkAmountText(text)?.code).toBe(error);
  });

  test('names the exceeded limit exactly', () => {
    expect(checkAmountText('0.9', { minimum: '1' })).toEqual({ code: 'below-minimum', limit: '1' });
    expect(checkAmountText('10.000000000000000001', { available: '10' })).toEqual({
      code: 'amount-over-available',
      limit: '10',
    });
    expect(checkAmountText('10', { minimum: '10', available: '10', permitted: '10' })).toBeNull();
  });

  test('names the lower of the balance and the permitted amount', () => {
    const over = (available: string, permitted: string) => checkAmountText('100', { available, permitted });
    expect(over('50', '20')).toEqual({ code: 'amount-over-limit', limit: '20' });
    expect(over('20', '50')).toEqual({ code: 'amount-over-available', limit: '20' });
    expect(over('500', '50')).toEqual({ code: 'amount-over-limit', limit: '50' });
    expect(checkAmountText('1', { permitted: '0' })).toEqual({ code: 'amount-over-limit', limit: '0' });
  });
});
