import { describe, expect, test } from 'vitest';
import { orderProgress } from './order-progress.ts';

type Input = Parameters<typeof orderProgress>[0];

const ROUND = {
  state: 'open',
  opensAt: 1_000,
  closesAt: 9_000,
  pausedSince: null,
  endedAt: null,
  filled: '25',
  quota: '100',
} as const;

const of = (round: Partial<Input['round']>, settlement: Partial<NonNullable<Input['settlement']>> | null = null) =>
  orderProgress({
    order: { state: 'active' },
    round: { ...ROUND, ...round },
    settlement:
      settlement === null ? null : { settledAt: 6_000, minted: null, failed: null, cancelled: null, ...settlement },
  });

const stages = (paid: number) =>
  [1, 2, 3].map((stage) => ({
    stage,
    amount: '1',
    dueAt: stage * 10_000,
    paidAt: stage <= paid ? stage * 10_000 + 1 : null,
  }));

const FAILED = { failed: { refund: '97', loss: '3', compensation: '1', hashPower: '4' } };

describe('orderProgress', () => {
  test('while the round fills: the first coin as full as the round, and the closing time', () => {
    expect(of({})).toEqual({
      steps: [
        { step: 'window', state: 'now', part: 0.25, at: null },
        { step: 'settlement', state: 'ahead', part: 0, at: null },
        { step: 'payout', state: 'ahead', part: 0, at: null },
      ],
      next: { kind: 'closes', at: 9_000 },
    });
  });

  test('a stopped window has no closing time; a scheduled round has an opening time', () => {
    expect(of({ pausedSince: 2_000 }).next).toEqual({ kind: 'paused', at: null });
    expect(of({ state: 'scheduled' }).next).toEqual({ kind: 'opens', at: 1_000 });
  });

  test.each(['full', 'settling', 'failed', 'liquidating', 'cancelled'] as const)('%s: is being settled', (state) => {
    const { steps, next } = of({ state, endedAt: 5_000 });
    expect(steps.map((step) => step.state)).toEqual(['done', 'now', 'ahead']);
    expect(steps[0]).toMatchObject({ at: 5_000, part: 0.25 });
    expect(next).toEqual({ kind: 'settling', at: null });
  });

  test.each([
    [1, 1 / 3, { kind: 'stage', stage: 2, at: 20_000 }],
    [2, 2 / 3, { kind: 'stage', stage: 3, at: 30_000 }],
    [3, 1, { kind: 'allPaid', at: null }],
  ] as const)('minted, %d of three stages paid', (paid, part, next) => {
    const minted = { principal: '99', fee: '1', split: '0', stages: stages(paid) };
    const progress = of({ state: 'minted', endedAt: 5_000, filled: '100' }, { minted });
    expect(progress.steps[0]).toMatchObject({ state: 'done', part: 1 });
    expect(progress.steps[2]).toEqual({
      step: 'payout',
      state: paid === 3 ? 'done' : 'now',
      part,
      at: paid === 3 ? 30_001 : null,
    });
    expect(progress.next).toEqual(next);
  });

  test('failed: the settlement returns everything; hash power may remain to claim', () => {
    const progress = of({ state: 'ended', endedAt: 5_000 }, FAILED);
    expect(progress.steps[0]?.part).toBe(0.25);
    expect(progress.steps.map(({ state, at }) => [state, at])).toEqual([
      ['done', 5_000],
      ['done', 6_000],
      ['done', 6_000],
    ]);
    expect(progress.next).toEqual({ kind: 'returned', at: null });
    const settlement = { settledAt: 6_000, minted: null, cancelled: null, ...FAILED };
    expect(orderProgress({ order: { state: 'claimable' }, round: ROUND, settlement }).next).toEqual({
      kind: 'claim',
      at: null,
    });
  });
});
