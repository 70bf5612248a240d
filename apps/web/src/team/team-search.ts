import type { BoardName, BoardPeriod } from './board-names.ts';
import { BOARD_NAMES, BOARD_PERIODS } from './board-names.ts';

/** The open sheet of the network screen. */
export type TeamSearch = { readonly sheet?: 'bind' | 'invite' };

/** Returns the state of the network screen from its URL; drops malformed values. */
export function parseTeamSearch(search: Record<string, unknown>): TeamSearch {
  const { sheet } = search;
  return sheet === 'bind' || sheet === 'invite' ? { sheet } : {};
}

/** The view of the team's record: direct referrals, the newest first or by performance, or days. */
export type TeamRecordSearch = { readonly view?: 'performance' | 'days' };

/** Returns the state of the team's record from its URL; drops malformed values. */
export function parseTeamRecordSearch(search: Record<string, unknown>): TeamRecordSearch {
  const { view } = search;
  return view === 'performance' || view === 'days' ? { view } : {};
}

export type BoardSearch = { readonly board?: BoardName; readonly period?: BoardPeriod };

/** Returns the leaderboard and the period from a URL; drops malformed values. */
export function parseBoardSearch(search: Record<string, unknown>): BoardSearch {
  const board = BOARD_NAMES.find((name) => name === search['board']);
  const period = BOARD_PERIODS.find((name) => name === search['period']);
  return { ...(board === undefined ? {} : { board }), ...(period === undefined ? {} : { period }) };
}
