import { expect, test } from 'vitest';
import { parseSearch, searchText } from './search-text.ts';

test.each([
  ['', {}],
  ['?city=12&tab=mine', { city: 12, tab: 'mine' }],
  ['?id=9223372036854775807', { id: '9223372036854775807' }],
  ['?id=007&x=1e3&y=+1&z=', { id: '007', x: '1e3', y: ' 1', z: '' }],
  ['?a=1&a=2', { a: 2 }],
  ['?t=a%26b%E4%B8%AD', { t: 'a&b中' }],
])('parseSearch: %s', (text, values) => {
  expect(parseSearch(text)).toEqual(values);
});

test('searchText: omits undefined values, and is the inverse of parseSearch', () => {
  expect(searchText({})).toBe('');
  expect(searchText({ tab: undefined })).toBe('');
  const values = { city: 12, status: 'a&b=中 +', order: '9223372036854775807' };
  expect(parseSearch(searchText(values))).toEqual(values);
});
