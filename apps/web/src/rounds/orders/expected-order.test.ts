import { sumOfTexts } from '@city-mint/domain/money/amount-text';
import { expect, test } from 'vitest';
import { expectedOrder } from './expected-order.ts';

const TERMS: Parameters<typeof expectedOrder>[0]['terms'] = { mintFeeBps: 100, stageBps: [4_000, 3_000, 3_000] };

test('rounds the fee down, returns the rest as principal, and splits the whole estimate into stages', () => {
  const order = { accepted: '33.333333333333333333', estimatedFmc: '151.515151515151515151', maximumLoss: '1' };
  const expected = expectedOrder({ order, terms: TERMS });
  expect(expected.fee).toBe('0.333333333333333333');
  expect(sumOfTexts([expected.fee, expected.principal])).toBe(order.accepted);
  expect(expected.stages).toEqual(['60.60606060606060606', '45.454545454545454545', '45.454545454545454546']);
  expect(sumOfTexts(expected.stages)).toBe(order.estimatedFmc);
  expect(expected.refund).toBe('32.333333333333333333');
});

test('without an estimate there are no stages; without a loss everything is refunded', () => {
  const order = { accepted: '10', estimatedFmc: null, maximumLoss: null };
  expect(expectedOrder({ order, terms: TERMS })).toMatchObject({ stages: [], refund: '10' });
});
