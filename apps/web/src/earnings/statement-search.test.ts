import { expect, test } from 'vitest';
import { parseStatementSearch, periodOf } from './statement-search.ts';

const NOW = new Date(2026, 10, 21, 12, 30, 45).getTime();

test('parseStatementSearch: defaults to 30 days', () => {
  expect(parseStatementSearch({})).toEqual({ days: 30 });
  expect(parseStatementSearch({ days: '7' })).toEqual({ days: 7 });
  expect(parseStatementSearch({ from: NOW, to: NOW + 1 })).toEqual({ from: NOW, to: NOW + 1 });
});

test('periodOf: never ends after now', () => {
  const last = new Date(2026, 10, 21, 12, 30, 44).getTime();
  expect(periodOf({ days: 1 }, NOW)).toEqual({ from: new Date(2026, 10, 21).getTime(), to: last });
  expect(periodOf({ from: NOW - 100_000, to: NOW - 90_000 }, NOW)).toEqual({ from: NOW - 100_000, to: NOW - 90_000 });
  expect(periodOf({ from: NOW + 1000, to: NOW + 2000 }, NOW)).toBeNull();
  expect(periodOf({}, NOW)).toBeNull();
});
