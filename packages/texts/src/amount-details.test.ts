import { expect, test } from 'vitest';
import { amountDetails } from './amount-details.ts';

test('default: limits have their unit, the language’s groups and at most four decimals', () => {
  const details = { field: 'amount', unit: 'FMC', limit: '2999.9997999999984', left: '1234567.5' };
  const refusal = { error: 'limit-exceeded', details };
  expect(amountDetails(refusal, 'en')).toEqual({ limit: '≈ 2,999.9997 FMC', left: '1,234,567.5 FMC' });
  expect(amountDetails(refusal, 'vi')).toEqual({ limit: '≈ 2.999,9997 FMC', left: '1.234.567,5 FMC' });
  expect(amountDetails(refusal, 'hi')).toEqual({ limit: '≈ 2,999.9997 FMC', left: '12,34,567.5 FMC' });
});

test('behavior: the least is rounded up, so that the shown amount may be entered', () => {
  const refusal = { error: 'below-minimum', details: { limit: '9.99999' } };
  expect(amountDetails(refusal, 'en')).toEqual({ limit: '≈ 10 JU' });
});

test('behavior: limits of other refusals are no amounts', () => {
  expect(amountDetails({ error: 'text-too-long', details: { limit: '2000' } }, 'en')).toEqual({});
  expect(amountDetails({ error: 'limit-exceeded', details: {} }, 'en')).toEqual({});
});
