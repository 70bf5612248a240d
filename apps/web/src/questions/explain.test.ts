import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { describe, expect, test } from 'vitest';
import { orderToExplain, worstFailure } from './explain.ts';

type Order = ReplyOf<'POST /api/biz/mine/mint'>['items'][number];
type Failure = ReplyOf<'POST /api/app/preview'>['failures'][number];

const order = (orderId: string, parts: Partial<Order>) =>
  ({ orderId, outcome: null, unreadable: false, ...parts }) as Order;

describe('orderToExplain', () => {
  test.each<[string, readonly Order[], string | undefined]>([
    ['none', [], undefined],
    ['one that is open', [order('3', {})], '3'],
    ['a settled one before a later open one', [order('3', {}), order('2', { outcome: 'failed' })], '2'],
    ['the latest settled', [order('3', { outcome: 'minted' }), order('2', { outcome: 'failed' })], '3'],
    ['not one that cannot be read', [order('3', { outcome: 'minted', unreadable: true }), order('2', {})], '2'],
  ])('%s', (_name, orders, orderId) => {
    expect(orderToExplain(orders)?.orderId).toBe(orderId);
  });
});

describe('worstFailure', () => {
  const failure = (atBps: number, parts: Partial<Failure>): Failure => ({
    atBps,
    position: 'later-orders-first',
    refund: '97',
    loss: '3',
    compensation: '0',
    hashPower: '6',
    ...parts,
  });

  test('default: returns the failure with the largest uncompensated loss, to the unit', () => {
    const failures = [
      failure(4_000, { compensation: '3' }),
      failure(8_000, { compensation: '2.999999999999999998' }),
      failure(9_000, { compensation: '2.999999999999999999' }),
    ];
    expect(worstFailure(failures)?.atBps).toBe(8_000);
  });

  test('behavior: ignores failures that cannot happen', () => {
    const impossible = failure(4_000, { position: 'cannot-happen' });
    expect(worstFailure([impossible, failure(9_000, { compensation: '3' })])?.atBps).toBe(9_000);
    expect(worstFailure([impossible])).toBeNull();
  });
});
