import { expect, test } from 'vitest';
import { availableOf, totalInJu, valueParts } from './asset-totals.ts';
import { notchEnds, percentOf } from './views/asset-coin.tsx';

test('totalInJu: is exact, and null while one value is unknown', () => {
  expect(totalInJu([{ valueInJu: '1.000000000000000001' }, { valueInJu: '2' }])).toBe('3.000000000000000001');
  expect(totalInJu([{ valueInJu: '1' }, { valueInJu: null }])).toBeNull();
});

test('totalInJu: is 0 without assets', () => {
  expect(totalInJu([])).toBe('0');
});

test('availableOf: returns the amount of a currency, null if it is not listed', () => {
  const assets = [
    { currency: 'JU', available: '1.000000000000000001' },
    { currency: 'FMC', available: '2' },
  ] as const;
  expect(availableOf(assets, 'JU')).toBe('1.000000000000000001');
  expect(availableOf(assets, 'FMC')).toBe('2');
  expect(availableOf([], 'JU')).toBeNull();
});

test('valueParts: returns the nonzero parts of JU and the value of FMC, which add up to the total', () => {
  const ju = { available: '4', frozenInRounds: '0', frozenInWithdrawals: '0.5', valueInJu: '4.5' };
  const fmc = { available: '100', frozenInRounds: '0', frozenInWithdrawals: '0', valueInJu: '10' };
  const assets = [
    { currency: 'JU', ...ju },
    { currency: 'FMC', ...fmc },
  ] as const;
  expect(valueParts(assets)).toEqual([
    { name: 'available', value: '4' },
    { name: 'inWithdrawals', value: '0.5' },
    { name: 'FMC', value: '10' },
  ]);
  expect(totalInJu(assets)).toBe('14.5');
  expect(valueParts([{ currency: 'FMC', ...fmc, valueInJu: null }])).toEqual([]);
});

test('notchEnds: divides 72 notches in proportion, at least one per part', () => {
  expect(notchEnds([5_000, 2_500, 2_500])).toEqual([36, 54, 72]);
  expect(notchEnds([9_999, 1])).toEqual([71, 72]);
  expect(notchEnds([1, 9_998, 1])).toEqual([1, 71, 72]);
  expect(notchEnds([10_000])).toEqual([72]);
});

test('percentOf: returns whole percent, and a sign for less than one', () => {
  expect([percentOf(0), percentOf(1), percentOf(149), percentOf(9_999)]).toEqual(['0%', '<1%', '1%', '100%']);
});
