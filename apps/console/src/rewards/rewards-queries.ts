import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';

type Filters<Key extends Parameters<typeof readApi>[0]> = Omit<RequestOf<Key>, 'cursor' | 'limit'>;
export type MiningDayRow = ReplyOf<'POST /api/ops/mining/days'>['items'][number];
export type PoolDayRow = ReplyOf<'POST /api/ops/pools/days'>['items'][number];
export type MemberGrantRow = ReplyOf<'POST /api/ops/memberStatus/grants'>['items'][number];
export type OutboxRow = ReplyOf<'POST /api/ops/grants'>['items'][number];

export const rewardsKeys = {
  mining: ['rewards', 'mining'],
  miningDays: ['rewards', 'mining-days'],
  pools: ['rewards', 'pools'],
  poolDays: (filters: object) => ['rewards', 'pool-days', filters],
  thresholds: ['rewards', 'thresholds'],
  memberGrants: (filters: object) => ['rewards', 'member-grants', filters],
  outbox: (filters: object) => ['rewards', 'outbox', filters],
  account: (uid: string) => ['rewards', 'account', uid],
} as const;

/** The settings of machines, and the release they would cause. */
export const miningQuery = queryOptions({
  queryKey: rewardsKeys.mining,
  queryFn: ({ signal }) => readApi('POST /api/ops/mining', {}, signal),
});

/** Balances of the pools, and the release they would cause. */
export const poolsQuery = queryOptions({
  queryKey: rewardsKeys.pools,
  queryFn: ({ signal }) => readApi('POST /api/ops/pools', {}, signal),
});

/** The thresholds of node types and levels. */
export const thresholdsQuery = queryOptions({
  queryKey: rewardsKeys.thresholds,
  queryFn: ({ signal }) => readApi('POST /api/ops/thresholds', {}, signal),
});

/** Returns the query of an exchange account's owner. */
export function accountQuery(uid: string) {
  return queryOptions({
    queryKey: rewardsKeys.account(uid),
    queryFn: async ({ signal }) => (await readApi('POST /api/ops/exchangeAccounts', { uid }, signal)).account,
  });
}

/** Mining days, newest first. */
export const miningDaysList: PagedRead<MiningDayRow> = {
  queryKey: rewardsKeys.miningDays,
  read: (page, signal) => readApi('POST /api/ops/mining/days', page, signal),
};

/** Returns the list of days of the pools, newest first. */
export function poolDaysList(filters: Filters<'POST /api/ops/pools/days'>): PagedRead<PoolDayRow> {
  return {
    queryKey: rewardsKeys.poolDays(filters),
    read: (page, signal) => readApi('POST /api/ops/pools/days', { ...filters, ...page }, signal),
  };
}

/** Returns the list of members' granted statuses, newest first. */
export function memberGrantsList(filters: Filters<'POST /api/ops/memberStatus/grants'>): PagedRead<MemberGrantRow> {
  return {
    queryKey: rewardsKeys.memberGrants(filters),
    read: (page, signal) => readApi('POST /api/ops/memberStatus/grants', { ...filters, ...page }, signal),
  };
}

/** Returns the list of grants of hash power to the exchange, newest first. */
export function outboxList(filters: Filters<'POST /api/ops/grants'>): PagedRead<OutboxRow> {
  return {
    queryKey: rewardsKeys.outbox(filters),
    read: (page, signal) => readApi('POST /api/ops/grants', { ...filters, ...page }, signal),
  };
}
