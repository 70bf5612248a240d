import { expect, test } from 'vitest';
import { orderDetail, sampleOrder } from '#testing/replies/orders.ts';
import { momentOfOrder, momentTone } from './settlement-moment.ts';

const momentOf = (change: Parameters<typeof sampleOrder>[1]) =>
  momentOfOrder(orderDetail(1_000_000, sampleOrder(1_000_000, change)));

test('minted: FMC of all stages and the paid part, exact', () => {
  expect(momentOf({ orderId: '7', outcome: 'minted', state: 'minted', netJu: '-1' })).toEqual({
    orderId: '7',
    roundId: '12',
    cityId: expect.any(String),
    city: 'Nairobi',
    phase: 2,
    number: 4,
    joined: '100',
    netJu: '-1',
    outcome: 'minted',
    fmc: '500',
    fmcPaid: '200',
    principal: '99',
  });
});

test('failed: refund, loss, compensation and hash power; claimed once the order has ended', () => {
  const failed = { outcome: 'failed', netJu: '-2.25' } as const;
  expect(momentOf({ ...failed, state: 'claimable', late: true })).toMatchObject({
    outcome: 'failed',
    refund: '97',
    loss: '3',
    compensation: '0.75',
    hashPower: '4.5',
    netJu: '-2.25',
    isClaimed: false,
    isLate: true,
  });
  expect(momentOf({ ...failed, state: 'ended' })).toMatchObject({ isClaimed: true, isLate: false });
});

test('cancelled: everything was returned; none before the settlement', () => {
  const cancelled = momentOf({ outcome: 'cancelled', state: 'ended', netJu: '0' });
  expect(cancelled).toMatchObject({ outcome: 'cancelled', refund: '100', joined: '100', netJu: '0' });
  expect(momentOf({})).toBeNull();
});

test.each([
  ['minted', '-1', 'gain'],
  ['failed', '-0.000000000000000001', 'loss'],
  ['failed', '0', 'even'],
  ['cancelled', '0', 'even'],
] as const)('%s with %s JU is a %s', (outcome, netJu, tone) => {
  expect(momentTone({ outcome, netJu })).toBe(tone);
});
