import { EARNINGS_TYPES } from '@city-mint/domain/rewards/earnings-types';
import { expect, test } from 'vitest';
import { ruleNumber } from './rule-number.ts';

test('default: returns every rule as a number of a section', () => {
  const numbers = Object.values(EARNINGS_TYPES).map(({ rule }) => ruleNumber(rule));
  expect(numbers).toEqual(['5.5', '5.5', '5.2', '5.4', '7', '8', '8']);
});
