import { expect, test } from 'vitest';
import { parseSwapDetailSearch, parseSwapSearch } from './swap-search.ts';

test('default: parses direction, tab and swap from the URL', () => {
  expect(parseSwapSearch({ sell: 'JU', tab: 'log' })).toEqual({ sell: 'JU', tab: 'log' });
  expect(parseSwapDetailSearch({ id: '9223372036854775807' })).toEqual({ id: '9223372036854775807' });
  expect(parseSwapDetailSearch({ id: 7 })).toEqual({ id: '7' });
});

test('behavior: drops malformed values', () => {
  expect(parseSwapSearch({ sell: 'BTC', tab: 'x' })).toEqual({});
  for (const id of ['', '0', '-1', '1e3', '99999999999999999999', null])
    expect(parseSwapDetailSearch({ id })).toEqual({});
});
