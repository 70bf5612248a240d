import { describe, expect, test } from 'vitest';
import { type AutoMintLimits, beadOf, nextRound, planAutoMint } from './auto-mint-plan.ts';

const round = { quota: '1000', minimum: '10', walletMaximum: '0', maximumLoss: '30' };
const NO_LIMITS = { keep: '0', perRoundMaximum: '0', stopAfterLosses: 0, parallelRounds: 1 };
const plan = (available: string, limits: Partial<AutoMintLimits> = {}, parts: Partial<typeof round> = {}) =>
  planAutoMint({ ...round, ...parts }, { available, failedRounds: 0, limits: { ...NO_LIMITS, ...limits } });

describe('planAutoMint', () => {
  test('joins with the balance above the reserve, at most the maximum, and limits the loss to the terms’ share', () => {
    expect(plan('378', { keep: '100' })).toMatchObject({ amount: '278', atATime: '8.34', skip: null });
    const limited = { keep: '100', perRoundMaximum: '250' };
    expect(plan('378', limited)).toMatchObject({ amount: '250', atATime: '7.5', skip: null });
    expect(plan('378', limited, { walletMaximum: '40' }).amount).toBe('40');
    expect(plan('5000').amount).toBe('1000');
  });

  test('skips when nothing is above the reserve, below the minimum, and after its failed rounds', () => {
    expect(plan('100', { keep: '100' })).toMatchObject({ amount: '0', atATime: '0', skip: 'nothing-above-keep' });
    expect(plan('90', { keep: '100' }).skip).toBe('nothing-above-keep');
    expect(plan('109.999999999999999999', { keep: '100' }).skip).toBe('below-minimum');
    expect(plan('110', { keep: '100' }).amount).toBe('10');
    const limits = { ...NO_LIMITS, stopAfterLosses: 2 };
    expect(planAutoMint(round, { available: '110', failedRounds: 2, limits }).skip).toBe('turned-off');
  });

  test('returns the balance after failures in a row, and whether it stops before', () => {
    const limited = { perRoundMaximum: '100' };
    expect(plan('1000', limited)).toMatchObject({ failures: 30, stops: false, left: '910' });
    expect(plan('1000', { ...limited, stopAfterLosses: 3 })).toMatchObject({ failures: 3, stops: true, left: '991' });
  });

  test('rounds the worst case up', () => {
    expect(plan('10.000000000000000001').atATime).toBe('0.300000000000000001');
  });
});

test('nextRound: returns the round that opens first, of any city; null without one', () => {
  const at = (opensAt: number) => ({ nextRound: { opensAt } }) as Parameters<typeof nextRound>[0][number];
  expect(nextRound([at(30), { nextRound: null }, at(20)])?.opensAt).toBe(20);
  expect(nextRound([{ nextRound: null }])).toBeNull();
});

test.each([
  ['joined', 'minted', 'won'],
  ['joined', 'failed', 'lost'],
  ['joined', 'cancelled', 'skipped'],
  ['joined', null, 'open'],
  ['skipped', null, 'skipped'],
  ['turned-off', null, 'skipped'],
] as const)('%s, %s: %s', (event, outcome, bead) => expect(beadOf({ event, outcome })).toBe(bead));
