import { expect, test } from 'vitest';
import { parseCitySearch } from './city-search.ts';

test('parseCitySearch: accepts known fields and drops others', () => {
  expect(parseCitySearch({ tab: 'mine', city: 3, order: '9007199254740993', status: 'failed', x: 1 })).toEqual({
    tab: 'mine',
    city: '3',
    order: '9007199254740993',
    status: 'failed',
  });
  expect(parseCitySearch({ tab: 'other', city: '-1', order: {}, status: 'FAILED' })).toEqual({});
});

test('parseCitySearch: the amount of a join is a decimal of whole units', () => {
  expect(parseCitySearch({ city: 3, join: 250 })).toEqual({ city: '3', join: '250' });
  expect(parseCitySearch({ join: '0.000000000000000001' })).toEqual({ join: '0.000000000000000001' });
  for (const join of ['', '1e9', '-1', '1.', '1,000', '<b>', 1.5e300, {}])
    expect(parseCitySearch({ join })).toEqual({});
  expect(parseCitySearch({ past: 'open', auto: 'open' })).toEqual({ past: 'open', auto: 'open' });
});
