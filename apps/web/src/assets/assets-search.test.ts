import { expect, test } from 'vitest';
import {
  parseAssetsSearch,
  parseCurrencySearch,
  parseDepositSearch,
  parseRecordDetailSearch,
  parseRecordSearch,
  parseWithdrawSearch,
} from './assets-search.ts';

test('URL state of the screens: keeps known fields and drops others', () => {
  expect(parseAssetsSearch({ tab: 'chain', x: 1 })).toEqual({ tab: 'chain' });
  expect(parseAssetsSearch({ tab: 'x' })).toEqual({});
  expect(parseCurrencySearch({ currency: 'BTC' })).toEqual({});
  expect(parseWithdrawSearch({ currency: 'FMC', id: '9007199254740993' })).toEqual({
    currency: 'FMC',
    id: '9007199254740993',
  });
  expect(parseRecordSearch({ kind: 'recharge', from: '1700000000000', to: 1_800_000_000_000 })).toEqual({
    kind: 'recharge',
    from: 1_700_000_000_000,
    to: 1_800_000_000_000,
  });
  expect(parseRecordSearch({ kind: 'x', from: 1_800_000_000_000, to: 1_700_000_000_000 })).toEqual({});
  expect(parseRecordDetailSearch({ id: 'w-12' })).toEqual({ id: 'w-12' });
  expect(parseRecordDetailSearch({ id: '../w' })).toEqual({});
});

test('parseDepositSearch: keeps an amount of JU, and drops what is none', () => {
  expect(parseDepositSearch({ amount: '250.000000000000000001' })).toEqual({ amount: '250.000000000000000001' });
  expect(parseDepositSearch({ amount: 250 })).toEqual({ amount: '250' });
  for (const amount of ['-1', '1e3', '1,5', '.5', '1.', '', {}, null])
    expect(parseDepositSearch({ amount })).toEqual({});
});

test.each(['0', '-1', '1e3', '12345678901234567890', {}, null])('parseWithdrawSearch: drops the id %j', (id) => {
  expect(parseWithdrawSearch({ id })).toEqual({});
});

test('parseWithdrawSearch: accepts a number as an id', () => {
  expect(parseWithdrawSearch({ id: 12 })).toEqual({ id: '12' });
});

test('parseRecordSearch: drops a range with one end, or from before 2000', () => {
  expect(parseRecordSearch({ from: 1_700_000_000_000 })).toEqual({});
  expect(parseRecordSearch({ from: 1, to: 1_700_000_000_000 })).toEqual({});
  expect(parseRecordSearch({ from: 'x', to: 1_700_000_000_000, kind: 'withdrawal' })).toEqual({ kind: 'withdrawal' });
});

test('parseDepositSearch: the way back is a screen of the page with its state', () => {
  const back = '/city?city=3&amount=12.5';
  expect(parseDepositSearch({ currency: 'FMC', back })).toEqual({ currency: 'FMC', back });
  expect(parseDepositSearch({ back: '/assets' })).toEqual({ back: '/assets' });
});

test.each([
  'https://evil.example',
  '//evil.example/city',
  '/\\evil.example',
  '/city/../..//evil.example',
  'javascript:alert(1)',
  '/city?next=https://evil.example',
  ' /city',
  'city',
  '/',
  7,
])('attack: parseDepositSearch: %j is no way back', (back) => {
  expect(parseDepositSearch({ back })).toEqual({});
});
