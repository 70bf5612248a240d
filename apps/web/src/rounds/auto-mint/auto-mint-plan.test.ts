import { describe, expect, test } from 'vitest';
import { beadOf, nextRound, planAutoMint } from './auto-mint-plan.ts';

const round = { quota: '1000', minimum: '10', walletMaximum: '0', maximumLoss: '30' };
const plan = (
  available: string,
  [keep = '0', perRoundMaximum = '0']: string[] = [],
  parts: Partial<typeof round> = {},
) => planAutoMint({ ...round, ...parts }, { available, limits: { keep, perRoundMaximum } });

describe('planAutoMint', () => {
  test('joins with the balance above the reserve, at most the maximum, and limits the loss to the terms’ share', () => {
    expect(plan('378', ['100'])).toEqual({ amount: '278', worst: '8.34', skip: null });
    expect(plan('378', ['100', '250'])).toEqual({ amount: '250', worst: '7.5', skip: null });
    expect(plan('378', ['100', '250'], { walletMaximum: '40' }).amount).toBe('40');
    expect(plan('5000').amount).toBe('1000');
  });

  test('skips when nothing is above the reserve, and below the minimum', () => {
    expect(plan('100', ['100'])).toEqual({ amount: '0', worst: '0', skip: 'nothing-above-keep' });
    expect(plan('90', ['100']).skip).toBe('nothing-above-keep');
    expect(plan('109.999999999999999999', ['100']).skip).toBe('below-minimum');
    expect(plan('110', ['100']).amount).toBe('10');
  });

  test('rounds the worst case up', () => {
    expect(plan('10.000000000000000001').worst).toBe('0.300000000000000001');
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
