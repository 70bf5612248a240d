import { expect, test } from 'vitest';
import { parseBoardSearch, parseTeamRecordSearch, parseTeamSearch } from './team-search.ts';

test('parseTeamSearch: a sheet that exists; what is malformed is dropped', () => {
  expect(parseTeamSearch({ sheet: 'bind', inviter: '0x1' })).toEqual({ sheet: 'bind' });
  expect(parseTeamSearch({ sheet: 'invite' })).toEqual({ sheet: 'invite' });
  for (const sheet of [undefined, 1, 'BIND', ['bind']]) expect(parseTeamSearch({ sheet })).toEqual({});
});

test('parseTeamRecordSearch: a view that exists', () => {
  expect(parseTeamRecordSearch({ view: 'days' })).toEqual({ view: 'days' });
  expect(parseTeamRecordSearch({ view: 'newest' })).toEqual({});
});

test('parseBoardSearch: each by itself', () => {
  expect(parseBoardSearch({ board: 'liquidation', period: 'week' })).toEqual({ board: 'liquidation', period: 'week' });
  expect(parseBoardSearch({ board: 'mint', period: 'year' })).toEqual({ board: 'mint' });
  expect(parseBoardSearch({ board: 'swap', period: 'all' })).toEqual({ period: 'all' });
});
