import { describe, expect, test } from 'vitest';
import { type ListedOrder, momentTone, settlementMoment } from './settlement-moment.ts';

type Settlement = NonNullable<ListedOrder['settlement']>;

/** An order with the fields that a moment reads. */
function listed(order: Partial<ListedOrder>, settlement: Partial<Settlement> | null): ListedOrder {
  const round = { roundId: '12', cityId: '3', city: 'Lima', phase: 2, number: 4 };
  const whole =
    settlement === null ? null : { settledAt: 1, minted: null, failed: null, cancelled: null, ...settlement };
  return {
    ...round,
    orderId: '1',
    state: 'claimable',
    late: false,
    accepted: '100',
    netJu: '0',
    ...order,
    settlement: whole,
  } as ListedOrder;
}

const stage = (number: number, amount: string, paidAt: number | null) => ({ stage: number, amount, dueAt: 2, paidAt });

describe('settlementMoment', () => {
  test('minted: FMC of all stages and the paid part, over all orders of the round, exact', () => {
    const one = { principal: '99', fee: '1', split: '0', stages: [stage(1, '0.1', 5), stage(2, '0.2', null)] };
    const two = { ...one, principal: '49.5', stages: [stage(1, '0.000000000000000001', 5)] };
    expect(
      settlementMoment([
        listed({ orderId: '7', accepted: '100', netJu: '-1' }, { minted: one }),
        listed({ orderId: '8', accepted: '50', netJu: '-0.5' }, { minted: two }),
      ]),
    ).toEqual({
      roundId: '12',
      cityId: '3',
      city: 'Lima',
      phase: 2,
      number: 4,
      orderIds: ['7', '8'],
      joined: '150',
      netJu: '-1.5',
      outcome: 'minted',
      fmc: '0.300000000000000001',
      fmcPaid: '0.100000000000000001',
      principal: '148.5',
    });
  });

  test('failed: refund, loss, compensation from the reserve, and hash power', () => {
    const failed = { refund: '97', loss: '3', compensation: '1.25', hashPower: '3.5' };
    expect(settlementMoment([listed({ netJu: '-1.75' }, { failed })])).toMatchObject({
      outcome: 'failed',
      refund: '97',
      loss: '3',
      compensation: '1.25',
      hashPower: '3.5',
      netJu: '-1.75',
      isClaimed: false,
      isLate: false,
    });
  });

  test('failed: late with one late order, claimed once every order is', () => {
    const failed = { refund: '97', loss: '3', compensation: '0', hashPower: '6' };
    const [ended, claimable] = [
      listed({ state: 'ended', late: true }, { failed }),
      listed({ late: false }, { failed }),
    ];
    expect(settlementMoment([ended, claimable])).toMatchObject({ isClaimed: false, isLate: true });
    expect(settlementMoment([ended])).toMatchObject({ isClaimed: true, isLate: true });
  });

  test('cancelled: everything was returned', () => {
    const moment = settlementMoment([listed({}, { cancelled: { refund: '100' } })]);
    expect(moment).toMatchObject({ outcome: 'cancelled', refund: '100', joined: '100', netJu: '0' });
  });

  test.each([
    ['minted', '-1', 'gain'],
    ['failed', '-0.000000000000000001', 'loss'],
    ['failed', '0', 'even'],
    ['cancelled', '0', 'even'],
  ] as const)('%s with %s JU is a %s', (outcome, netJu, tone) => {
    expect(momentTone({ outcome, netJu })).toBe(tone);
  });

  test('returns none until every order is settled', () => {
    expect(settlementMoment([])).toBeNull();
    const settled = listed({}, { cancelled: { refund: '100' } });
    expect(settlementMoment([settled, listed({ orderId: '2' }, null)])).toBeNull();
  });
});
