import { describe, expect, test } from 'vitest';
import { parseCitySearch } from './city-search.ts';
import { joinLimits } from './join-limits.ts';
import { percentText } from './percent-text.ts';

const ROUND = { quota: '1000', filled: '400', minimum: '10', walletMaximum: '250' };

describe('joinLimits', () => {
  test('the smallest of balance, what is left and the maximum of a wallet, to the unit', () => {
    expect(joinLimits({ round: ROUND, available: '99.000000000000000001' }).maximum).toBe('99.000000000000000001');
    expect(joinLimits({ round: ROUND, available: '300' }).maximum).toBe('250');
    expect(joinLimits({ round: { ...ROUND, filled: '999.5' }, available: '300' })).toEqual({
      minimum: '0.5',
      maximum: '0.5',
      left: '0.5',
    });
  });

  test('behavior: 0 = no maximum for a wallet; an unknown balance limits nothing', () => {
    expect(joinLimits({ round: { ...ROUND, walletMaximum: '0' }, available: null }).maximum).toBe('600');
  });

  test('behavior: a full round leaves nothing', () => {
    expect(joinLimits({ round: { ...ROUND, filled: '1000' }, available: '5' })).toEqual({
      minimum: '0',
      maximum: '0',
      left: '0',
    });
  });
});

test('parseCitySearch: takes what it knows and nothing else', () => {
  expect(parseCitySearch({ tab: 'mine', city: 3, order: '9007199254740993', status: 'failed', x: 1 })).toEqual({
    tab: 'mine',
    city: '3',
    order: '9007199254740993',
    status: 'failed',
  });
  expect(parseCitySearch({ tab: 'other', city: '-1', order: {}, status: 'FAILED' })).toEqual({});
});

test('percentText', () => {
  expect([0, 5, 12, 100, 250, 10_000].map(percentText)).toEqual(['0%', '0.05%', '0.12%', '1%', '2.5%', '100%']);
});
