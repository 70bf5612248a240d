import { expect, test } from 'vitest';
import { availableOf, totalInJu } from './asset-totals.ts';

test('totalInJu: exact, and unknown while one value is', () => {
  expect(totalInJu([{ valueInJu: '1.000000000000000001' }, { valueInJu: '2' }])).toBe('3.000000000000000001');
  expect(totalInJu([{ valueInJu: '1' }, { valueInJu: null }])).toBeNull();
});

test('totalInJu: of no assets it is 0', () => {
  expect(totalInJu([])).toBe('0');
});

test('availableOf: by currency, null when it is not listed', () => {
  const assets = [
    { currency: 'JU', available: '1.000000000000000001' },
    { currency: 'FMC', available: '2' },
  ] as const;
  expect(availableOf(assets, 'JU')).toBe('1.000000000000000001');
  expect(availableOf(assets, 'FMC')).toBe('2');
  expect(availableOf([], 'JU')).toBeNull();
});
