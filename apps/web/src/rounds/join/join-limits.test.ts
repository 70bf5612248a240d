import { describe, expect, test } from 'vitest';
import { amountHint, fillsRound, joinLimits } from './join-limits.ts';

const ROUND = { quota: '1000', filled: '400', minimum: '10', walletMaximum: '250' };

describe('joinLimits', () => {
  test('returns the smallest of balance, remaining quota and wallet maximum, to the unit', () => {
    expect(joinLimits({ round: ROUND, available: '99.000000000000000001' }).maximum).toBe('99.000000000000000001');
    expect(joinLimits({ round: ROUND, available: '300' }).maximum).toBe('250');
    expect(joinLimits({ round: { ...ROUND, filled: '999.5' }, available: '300' })).toEqual({
      minimum: '0.5',
      maximum: '0.5',
      left: '0.5',
      limitedBy: 'quota',
    });
  });

  test('says which limit sets the maximum; earlier orders count towards the wallet’s maximum', () => {
    expect(joinLimits({ round: ROUND, available: '99' }).limitedBy).toBe('balance');
    expect(joinLimits({ round: ROUND, available: '300' }).limitedBy).toBe('wallet');
    const again = { round: ROUND, available: '300', joined: '249.999999999999999999' };
    expect(joinLimits(again)).toMatchObject({ maximum: '0.000000000000000001', limitedBy: 'wallet' });
    expect(joinLimits({ ...again, joined: '251' }).maximum).toBe('0');
  });

  test('behavior: 0 means no wallet maximum; an unknown balance limits nothing', () => {
    expect(joinLimits({ round: { ...ROUND, walletMaximum: '0' }, available: null }).maximum).toBe('600');
  });

  test('behavior: a full round leaves nothing', () => {
    expect(joinLimits({ round: { ...ROUND, filled: '1000' }, available: '5' })).toEqual({
      minimum: '0',
      maximum: '0',
      left: '0',
      limitedBy: 'quota',
    });
  });
});

describe('amountHint', () => {
  const limits = { minimum: '10', maximum: '250', left: '600', limitedBy: 'wallet' } as const;

  test('shows the range, also when it is a single unit', () => {
    expect(amountHint(limits)).toBe('range');
    expect(amountHint({ ...limits, maximum: '10' })).toBe('range');
  });

  test('behavior: a balance below the minimum leaves no range', () => {
    expect(amountHint({ ...limits, maximum: '9.999999999999999999', limitedBy: 'balance' })).toBe('minimum');
    expect(amountHint({ ...limits, maximum: '0', limitedBy: 'balance' })).toBe('minimum');
  });

  test('behavior: says that the round or the wallet is full instead of a range from 0 to 0', () => {
    const full = { minimum: '0', maximum: '0', left: '0', limitedBy: 'quota' } as const;
    expect(amountHint(full)).toBe('full');
    expect(amountHint({ ...full, limitedBy: 'balance' })).toBe('full');
    expect(amountHint({ ...limits, maximum: '0' })).toBe('walletFull');
  });
});

test('fillsRound compares exactly', () => {
  expect(fillsRound({ quota: '100', filled: '99.999999999999999999' }, '0.000000000000000001')).toBe(true);
  expect(fillsRound({ quota: '100', filled: '99' }, '0.999999999999999999')).toBe(false);
});
