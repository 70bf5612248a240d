import { expect, test } from 'vitest';
import { parseCitySearch } from './city-search.ts';

test('parseCitySearch: takes what it knows and nothing else', () => {
  expect(parseCitySearch({ tab: 'mine', city: 3, order: '9007199254740993', status: 'failed', x: 1 })).toEqual({
    tab: 'mine',
    city: '3',
    order: '9007199254740993',
    status: 'failed',
  });
  expect(parseCitySearch({ tab: 'other', city: '-1', order: {}, status: 'FAILED' })).toEqual({});
});
