import { expect, test } from 'vitest';
import { parseSettledSearch } from './settled-search.ts';

test.each([
  ['a round', { id: 12 }, { id: '12' }],
  ['a rank', { id: '12', from: '500' }, { id: '12', from: 500 }],
  ['no round', {}, {}],
  ['a malformed round, without its rank', { id: '-1', from: 5 }, {}],
  ['the first rank, which is no state', { id: '12', from: 1 }, { id: '12' }],
  ['a malformed rank', { id: '12', from: '1.5' }, { id: '12' }],
])('parseSettledSearch: %s', (_name, search, expected) => {
  expect(parseSettledSearch(search)).toEqual(expected);
});
