import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { pollWhileDown } from '#platform/live-store.ts';
import { pageReader } from '#platform/page-reader.ts';
import { EVERYBODY } from '#platform/query-meta.ts';

const LIVE_REFRESH_MS = 2_000;
const IDLE_REFRESH_MS = 10_000;
const LIMITS_REFRESH_MS = 30_000;
const LINE_REFRESH_MS = 60_000;

export type EventFilter = Pick<RequestOf<'POST /api/app/user/assetEventLog'>, 'kind' | 'from' | 'to'>;

/** Query keys of assets; `all…` is the prefix for invalidations. The keys contain the account. */
export const assetsKeys = {
  config: ['config'] as const,
  allBalances: ['assets'] as const,
  balances: (address: string) => ['assets', address] as const,
  allEvents: ['asset-events'] as const,
  events: (address: string, filter: EventFilter) => ['asset-events', address, 'list', filter] as const,
  latestRecharges: (address: string) => ['asset-events', address, 'latest-recharges'] as const,
  latestWithdrawals: (address: string) => ['asset-events', address, 'latest-withdrawals'] as const,
  sums: (address: string, bounds: readonly number[]) => ['asset-events', address, 'sums', bounds] as const,
  balanceLine: (address: string, bounds: readonly number[]) => ['balance-line', address, bounds] as const,
  event: (address: string, eventId: string) => ['asset-event', address, eventId] as const,
  allLimits: ['withdraw-limits'] as const,
  limits: (address: string) => ['withdraw-limits', address] as const,
  allWithdrawals: ['withdrawal'] as const,
  withdrawal: (address: string, withdrawalId: string) => ['withdrawal', address, withdrawalId] as const,
};

/** The chain id, contract addresses and number of confirmations that the server uses. */
export const configQuery = queryOptions({
  queryKey: assetsKeys.config,
  queryFn: ({ signal }) => readApi('GET /api/app/config', {}, signal),
  staleTime: 10 * 60_000,
  meta: { copiedFor: EVERYBODY },
});

/** The account's assets by currency and its unconfirmed recharges; refreshed faster while there are any. */
export function assetsQuery(address: string) {
  return queryOptions({
    queryKey: assetsKeys.balances(address),
    queryFn: ({ signal }) => readApi('POST /api/app/user/asset', {}, signal),
    refetchInterval: ({ state }) =>
      (state.data?.pendingRecharges.length ?? 0) > 0 ? LIVE_REFRESH_MS : pollWhileDown(IDLE_REFRESH_MS),
    // A round may have paid since the last visit to the screen.
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** The account's recharges and withdrawals in pages, newest first. */
export function eventsQuery(address: string, filter: EventFilter) {
  return infiniteQueryOptions({
    queryKey: assetsKeys.events(address, filter),
    queryFn: pageReader<ReplyOf<'POST /api/app/user/assetEventLog'>>(
      (page, signal) => readApi('POST /api/app/user/assetEventLog', { ...filter, ...page }, signal),
      ({ eventId }) => eventId,
    ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { copiedFor: address },
  });
}

/** The totals of the account's recharges and withdrawals between bounds: days, or months. */
export function eventSumsQuery(address: string, bounds: readonly number[]) {
  return queryOptions({
    queryKey: assetsKeys.sums(address, bounds),
    queryFn: ({ signal }) => readApi('POST /api/app/user/assetEventSums', { bounds: [...bounds] }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** The latest 50 recharges, to track those sent from this device. */
export function latestRechargesQuery(address: string) {
  return queryOptions({
    queryKey: assetsKeys.latestRecharges(address),
    queryFn: ({ signal }) => readApi('POST /api/app/user/assetEventLog', { kind: 'recharge', limit: 50 }, signal),
    // Not copied for offline use: progress is of no use later.
    meta: { silent: true },
  });
}

/** The latest 50 withdrawals; the assets screen shows the pending ones. */
export function latestWithdrawalsQuery(address: string) {
  return queryOptions({
    queryKey: assetsKeys.latestWithdrawals(address),
    queryFn: ({ signal }) => readApi('POST /api/app/user/assetEventLog', { kind: 'withdrawal', limit: 50 }, signal),
    refetchInterval: pollWhileDown(IDLE_REFRESH_MS),
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** The account's balance at each of these times, by currency. */
export function balanceLineQuery(address: string, bounds: readonly number[]) {
  return queryOptions({
    queryKey: assetsKeys.balanceLine(address, bounds),
    queryFn: ({ signal }) => readApi('POST /api/app/user/balances', { bounds: [...bounds] }, signal),
    refetchInterval: LINE_REFRESH_MS,
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** One recharge or withdrawal, refreshed until it is final; null if the account has none with this id. */
export function eventQuery(address: string, eventId: string) {
  return queryOptions({
    queryKey: assetsKeys.event(address, eventId),
    queryFn: async ({ signal }) => {
      const { items } = await readApi('POST /api/app/user/assetEventLog', { eventId }, signal);
      return items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'in-progress' ? LIVE_REFRESH_MS : false),
    meta: { silent: true, copiedFor: address },
  });
}

/** The account's withdrawal limits, their remainders, and pending waits; other users' withdrawals change them too. */
export function withdrawLimitsQuery(address: string) {
  return queryOptions({
    queryKey: assetsKeys.limits(address),
    queryFn: ({ signal }) => readApi('POST /api/app/user/withdrawLimits', {}, signal),
    refetchInterval: LIMITS_REFRESH_MS,
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** The state of a withdrawal, with its voucher while it can be sent; refreshed until completed or returned. */
export function withdrawalQuery(address: string, withdrawalId: string) {
  return queryOptions({
    queryKey: assetsKeys.withdrawal(address, withdrawalId),
    queryFn: ({ signal }) => readApi('POST /api/app/user/withdrawStatus', { id: withdrawalId }, signal),
    refetchInterval: ({ state }) =>
      state.data?.state === 'completed' || state.data?.state === 'returned' ? false : LIVE_REFRESH_MS,
    meta: { silent: true, copiedFor: address },
  });
}
