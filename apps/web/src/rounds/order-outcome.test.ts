import { expect, test } from 'vitest';
import { changedOrders, orderOutcome } from './order-outcome.ts';

test('changedOrders: orders of both lists whose state is another', () => {
  const before = [
    { orderId: '1', state: 'active' },
    { orderId: '2', state: 'minted' },
  ] as const;
  const now = [
    { orderId: '1', state: 'claimable' },
    { orderId: '2', state: 'minted' },
    { orderId: '3', state: 'ended' },
  ] as const;
  expect(changedOrders(before, now)).toEqual([{ from: 'active', to: 'claimable' }]);
});

test.each([
  ['active', 'minted', 'minted'],
  ['active', 'failed', 'failed'],
  ['active', 'claimable', 'failed'],
  ['active', 'cancelled', 'cancelled'],
  ['failed', 'claimable', null],
  ['minted', 'ended', null],
] as const)('orderOutcome: from %s to %s is %s', (from, to, outcome) => {
  expect(orderOutcome({ from, to })).toBe(outcome);
});
