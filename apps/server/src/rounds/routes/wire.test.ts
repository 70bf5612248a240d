import { tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { SAMPLE_TERMS } from '@city-mint/domain/testing/sample-terms';
import { describe, expect, test } from 'vitest';
import type { RoundNow } from '../offers/queries/rounds.ts';
import type { OrderSettlement } from '../orders/queries/order-settlement.ts';
import type { MyOrder } from '../orders/queries/orders.ts';
import type { FundsNow } from '../reserve/queries.ts';
import { formatSigned, toWireOrder, toWirePreview, toWireRound, toWireSettlement } from './wire.ts';

const UNIT = 10n ** 18n;
const units = (amount: bigint) => tokenAmount(amount * UNIT);

const terms: Terms = {
  ...SAMPLE_TERMS,
  city: 'London',
  phase: 1,
  number: 2,
  opensAt: 1_000,
  closesAt: 2_000,
  quota: units(1_000n),
  minimum: units(10n),
  lossBps: 1_000,
  mintAmount: units(5_000n),
};
const round: RoundNow = {
  roundId: 11n,
  cityId: 3n,
  state: 'open',
  terms,
  termsHash: '0xaa',
  closesAt: new Date(2_500),
  pausedSince: null,
  filled: tokenAmount(15n * (UNIT / 10n)),
  orders: 4,
  nextPhaseTime: null,
  settledAt: null,
  outcome: null,
  endedAt: null,
  cancellation: null,
};
const order: MyOrder = {
  orderId: 21n,
  roundId: 11n,
  cityId: 3n,
  city: 'London',
  phase: 1,
  number: 2,
  terms: { quota: units(3n), mintAmount: units(10n), lossBps: 300, reserveDrawBps: 5_000 },
  roundState: 'open',
  state: 'active',
  asked: units(2n),
  accepted: units(1n),
  rank: 4,
  reverseRank: 1,
  joinedAt: new Date(1_500),
  late: true,
  automatic: false,
  outcome: null,
  net: null,
  fmcPaid: 0n,
  fmcDue: 0n,
  settlement: null,
};
const funds = (reserve = ZERO): FundsNow => ({
  reserve,
  reserveCap: ZERO,
  emission: units(1_000_000n),
  drawnBefore: new Map([[round.roundId, ZERO]]),
});

describe('toWireRound', () => {
  const wireAt = (now: number, reserve = ZERO) => toWireRound(round, { now, funds: funds(reserve) });

  test('default: ids as texts, amounts in whole units', () => {
    expect(wireAt(1_500)).toMatchObject({
      roundId: '11',
      cityId: '3',
      quota: '1000',
      minimum: '10',
      walletMaximum: '0',
      filled: '1.5',
      mintAmount: '5000',
      nextPhaseTime: null,
      settledAt: null,
    });
  });

  test.each([
    [0, 1_500],
    [1_000, 1_500],
    [1_001, 1_499],
    [2_000, 500],
    [2_500, 0],
    [9_999, 0],
  ])('default: at %s the window has %s ms left, by its moved end', (now, left) => {
    expect(wireAt(now)).toMatchObject({ closesAt: 2_500, pausedSince: null, remainingMs: left });
  });

  test('behavior: while it is stopped its remaining time stays the same', () => {
    const still = { ...round, pausedSince: new Date(1_400) };
    for (const now of [1_400, 2_000, 9_999]) {
      expect(toWireRound(still, { now, funds: funds() })).toMatchObject({ pausedSince: 1_400, remainingMs: 1_100 });
    }
  });

  test.each([
    [0n, 0],
    [20n, 1_000],
    [199n, 9_950],
    [200n, 10_000],
    [10_000n, 10_000],
  ])('behavior: a reserve of %s covers %s bps of the largest loss', (reserve, bps) => {
    expect(wireAt(1_500, units(reserve)).coverageBps).toBe(bps);
  });

  test('behavior: rounds that end earlier may draw on the reserve first', () => {
    const shared = { ...funds(units(200n)), drawnBefore: new Map([[round.roundId, units(100n)]]) };
    expect(toWireRound(round, { now: 1_500, funds: funds(units(200n)) })).toMatchObject({
      coverageBps: 10_000,
      drawnFirst: '0',
      maximumLoss: '100',
    });
    expect(toWireRound(round, { now: 1_500, funds: shared })).toMatchObject({ coverageBps: 5_000, drawnFirst: '100' });
  });

  test('behavior: until the outcome is known, the expected FMC is at most the emission', () => {
    const little = { ...funds(), emission: units(7n) };
    expect(toWireRound(round, { now: 1_500, funds: little })).toMatchObject({ mintAmount: '5000', expectedFmc: '7' });
    const minted = { ...round, outcome: 'minted' } as const;
    expect(toWireRound(minted, { now: 1_500, funds: little })).toMatchObject({ outcome: 'minted', expectedFmc: null });
  });

  test('behavior: times are UTC milliseconds', () => {
    const settled = { ...round, settledAt: new Date(5), nextPhaseTime: new Date(6), endedAt: new Date(4) };
    const times = { settledAt: 5, nextPhaseTime: 6, endedAt: 4 };
    expect(toWireRound(settled, { now: 0, funds: funds() })).toMatchObject(times);
  });
});

describe('toWireOrder', () => {
  test('default: with requested and accepted amount, and the FMC of a full round, rounded down', () => {
    expect(toWireOrder(order, funds())).toMatchObject({
      orderId: '21',
      asked: '2',
      accepted: '1',
      joinedAt: 1_500,
      late: true,
      estimatedFmc: '3.333333333333333333',
      netJu: null,
    });
  });

  test('behavior: the estimate has the maximum cost of a failure, and at most the FMC of the emission', () => {
    expect(toWireOrder(order, funds())).toMatchObject({ outcome: null, maximumLoss: '0.03', fmcPaid: '0' });
    const emission = units(3n);
    expect(toWireOrder(order, { emission })).toMatchObject({ estimatedFmc: '1', maximumLoss: '0.03' });
  });

  test('behavior: a known outcome stays, with the FMC that was paid and is due', () => {
    const paid = { ...order, net: -UNIT, fmcPaid: units(3n), fmcDue: ZERO };
    for (const state of ['minted', 'ended'] as const) {
      expect(toWireOrder({ ...paid, state, outcome: 'minted' }, funds())).toMatchObject({
        outcome: 'minted',
        fmcPaid: '3',
        fmcDue: '0',
        estimatedFmc: null,
        maximumLoss: null,
        netJu: '-1',
      });
    }
    const lost = { ...order, state: 'claimable', outcome: 'failed' } as const;
    expect(toWireOrder(lost, funds())).toMatchObject({ outcome: 'failed', fmcPaid: '0', estimatedFmc: null });
  });

  test.each([
    [0n, '0'],
    [5n * UNIT, '5'],
    [-1n, '-0.000000000000000001'],
  ])('behavior: a net result of %s base units is %s', (net, text) => {
    expect(toWireOrder({ ...order, net }, funds()).netJu).toBe(text);
    expect(formatSigned(net)).toBe(text);
  });
});

describe('toWireSettlement', () => {
  test('default: for a minted round', () => {
    const settlement: OrderSettlement = {
      settledAt: new Date(9),
      minted: {
        principal: units(99n),
        fee: units(1n),
        split: ZERO,
        stages: [
          { stage: 1, amount: units(4n), dueAt: new Date(10), paidAt: new Date(11) },
          { stage: 2, amount: units(3n), dueAt: new Date(12), paidAt: null },
        ],
      },
      failed: null,
      cancelled: null,
    };
    expect(toWireSettlement(settlement)).toEqual({
      settledAt: 9,
      minted: {
        principal: '99',
        fee: '1',
        split: '0',
        stages: [
          { stage: 1, amount: '4', dueAt: 10, paidAt: 11 },
          { stage: 2, amount: '3', dueAt: 12, paidAt: null },
        ],
      },
      failed: null,
      cancelled: null,
    });
  });

  test('default: for a failed round', () => {
    const failed = { refund: units(90n), loss: units(10n), compensation: units(4n), hashPower: units(12n) };
    const settlement: OrderSettlement = { settledAt: new Date(9), minted: null, failed, cancelled: null };
    expect(toWireSettlement(settlement)).toEqual({
      settledAt: 9,
      minted: null,
      failed: { refund: '90', loss: '10', compensation: '4', hashPower: '12' },
      cancelled: null,
    });
  });

  test('default: for a cancelled round', () => {
    const cancelled = { refund: units(100n) };
    const settlement: OrderSettlement = { settledAt: new Date(9), minted: null, failed: null, cancelled };
    expect(toWireSettlement(settlement)).toEqual({
      settledAt: 9,
      minted: null,
      failed: null,
      cancelled: { refund: '100' },
    });
  });
});

describe('toWirePreview', () => {
  test('default: success, failures and the maximum loss in whole units', () => {
    const failure = { refund: units(90n), loss: units(10n), compensation: units(4n), hashPower: units(12n) };
    const preview = toWirePreview(
      {
        accepted: units(100n),
        rank: 5,
        minted: { principal: units(99n), fee: units(1n), stages: [units(4n), units(3n), units(2n)], total: units(9n) },
        failed: [{ ...failure, stopsAtBps: 4_000, position: 'later-orders-first' }],
        maximumLoss: units(10n),
        coverageBps: 77,
      },
      { drawnFirst: units(3n) },
    );
    expect(preview).toEqual({
      accepted: '100',
      rank: 5,
      success: { principal: '99', fee: '1', fmc: '9', stages: ['4', '3', '2'] },
      failures: [
        {
          atBps: 4_000,
          position: 'later-orders-first',
          refund: '90',
          loss: '10',
          compensation: '4',
          hashPower: '12',
        },
      ],
      maximumLoss: '10',
      coverageBps: 77,
      drawnFirst: '3',
    });
  });
});
