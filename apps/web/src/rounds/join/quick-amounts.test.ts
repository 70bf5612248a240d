import { expect, test } from 'vitest';
import { quickAmounts } from './quick-amounts.ts';

const amounts = (minimum: string, maximum: string) => quickAmounts({ minimum, maximum }).map(({ amount }) => amount);

test('offers parts of the maximum with at most four decimals, and the whole to the unit', () => {
  expect(amounts('10', '250')).toEqual(['62.5', '125', '250']);
  expect(amounts('1', '99.000000000000000003')).toEqual(['24.75', '49.5', '99.000000000000000003']);
  expect(amounts('1', '10.00003')).toEqual(['2.5', '5', '10.00003']);
});

test('offers none below the minimum, and none of zero', () => {
  expect(amounts('10', '30')).toEqual([null, '15', '30']);
  expect(amounts('10', '9')).toEqual([null, null, null]);
  expect(amounts('0', '0')).toEqual([null, null, null]);
});
