import { expect, test } from 'vitest';
import { parseEarningsSearch } from './earnings-search.ts';

test('default: parses type and range', () => {
  expect(parseEarningsSearch({ type: 'reward', days: '7' })).toEqual({ type: 'reward', days: 7 });
  expect(parseEarningsSearch({ from: '1700000000000', to: '1700000000001' })).toEqual({
    from: 1_700_000_000_000,
    to: 1_700_000_000_001,
  });
});

test('behavior: drops unknown values', () => {
  expect(parseEarningsSearch({ type: 'toString', days: '2', from: '5', x: 1 })).toEqual({});
});
