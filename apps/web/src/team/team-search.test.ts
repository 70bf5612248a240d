import { expect, test } from 'vitest';
import { parseBoardSearch, parseTeamRecordSearch, parseTeamSearch } from './team-search.ts';

test('parseTeamSearch: accepts known sheets and drops malformed values', () => {
  expect(parseTeamSearch({ sheet: 'bind', inviter: '0x1' })).toEqual({ sheet: 'bind' });
  expect(parseTeamSearch({ sheet: 'invite' })).toEqual({ sheet: 'invite' });
  for (const sheet of [undefined, 1, 'BIND', ['bind']]) expect(parseTeamSearch({ sheet })).toEqual({});
});

test('parseTeamRecordSearch: accepts known views', () => {
  expect(parseTeamRecordSearch({ view: 'days' })).toEqual({ view: 'days' });
  expect(parseTeamRecordSearch({ view: 'newest' })).toEqual({});
});

test('parseBoardSearch: parses each field independently', () => {
  expect(parseBoardSearch({ board: 'liquidation', period: 'week' })).toEqual({ board: 'liquidation', period: 'week' });
  expect(parseBoardSearch({ board: 'mint', period: 'year' })).toEqual({ board: 'mint' });
  expect(parseBoardSearch({ board: 'swap', period: 'all' })).toEqual({ period: 'all' });
});
