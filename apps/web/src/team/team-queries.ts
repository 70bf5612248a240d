import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { BoardName, BoardPeriod } from './board-names.ts';
import { type Direct, pendingInviter } from './network.ts';

export type DirectOrder = 'newest' | 'performance';

const REFRESH_MS = 15_000;
/** Refresh interval while an inviter is being bound. */
const BINDING_REFRESH_MS = 2_000;
/** Maximum number of direct referrals in the bead ring. */
const BEAD_COUNT = 30;

/** Query keys of teams and leaderboards; `all…` is the prefix for invalidations. */
export const teamKeys = {
  all: ['team'] as const,
  team: (address: string) => ['team', address] as const,
  beads: (address: string) => ['team', address, 'beads'] as const,
  earnings: (address: string) => ['team', address, 'earnings'] as const,
  directs: (address: string, order: DirectOrder) => ['team', address, 'directs', order] as const,
  record: (address: string) => ['team', address, 'record'] as const,
  allBoards: ['leaderboard'] as const,
  board: (board: BoardName, period: BoardPeriod, address: string | null) =>
    ['leaderboard', board, period, address] as const,
};

/** The account's network: inviter, status, figures. */
export function teamQuery(address: string) {
  return queryOptions({
    queryKey: teamKeys.team(address),
    queryFn: ({ signal }) => readApi('GET /api/biz/team', {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && pendingInviter(data) !== null ? BINDING_REFRESH_MS : REFRESH_MS,
    meta: { silent: true, copiedFor: address },
  });
}

/** The direct referrals of the bead ring: those with the largest performance, then the newest without any. */
export function beadsQuery(address: string) {
  return queryOptions({
    queryKey: teamKeys.beads(address),
    queryFn: async ({ signal }): Promise<readonly Direct[]> => {
      const read = (order: DirectOrder) => readApi('POST /api/biz/directs', { order, limit: BEAD_COUNT }, signal);
      const { items: largest } = await read('performance');
      if (largest.length === BEAD_COUNT) return largest;
      const known = new Set(largest.map((direct) => direct.address));
      const { items: newest } = await read('newest');
      return [...largest, ...newest.filter((direct) => !known.has(direct.address))].slice(0, BEAD_COUNT);
    },
    refetchInterval: REFRESH_MS,
    meta: { silent: true, copiedFor: address },
  });
}

/** The account's earnings by type. */
export function teamEarningsQuery(address: string) {
  return queryOptions({
    queryKey: teamKeys.earnings(address),
    queryFn: ({ signal }) => readApi('GET /api/biz/profit/view', {}, signal),
    meta: { silent: true, copiedFor: address },
  });
}

/** The account's direct referrals in pages. */
export function directsQuery(address: string, order: DirectOrder) {
  return infiniteQueryOptions({
    queryKey: teamKeys.directs(address, order),
    queryFn: ({ pageParam, signal }) => readApi('POST /api/biz/directs', { order, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { silent: true, copiedFor: address },
  });
}

/** The days with activity among the account's direct referrals, in pages. */
export function teamRecordQuery(address: string) {
  return infiniteQueryOptions({
    queryKey: teamKeys.record(address),
    queryFn: ({ pageParam, signal }) => readApi('POST /api/biz/team/record', { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { silent: true, copiedFor: address },
  });
}

/** The leaderboard as the account (null for a visitor) sees it; the previous one remains until the new one arrives. */
export function boardQuery({
  board,
  period,
  address,
}: {
  readonly board: BoardName;
  readonly period: BoardPeriod;
  readonly address: string | null;
}) {
  return queryOptions({
    queryKey: teamKeys.board(board, period, address),
    queryFn: ({ signal }) => readApi('GET /api/app/leaderboard', { board, period }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { silent: true, copiedFor: address },
  });
}
