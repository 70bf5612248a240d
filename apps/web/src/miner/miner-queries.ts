import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { pageReader } from '#platform/page-reader.ts';
import type { TimeRange } from '#platform/time-range.ts';

const REFRESH_MS = 15_000;
/** Refresh interval while the exchange checks an account. */
const WAITING_REFRESH_MS = 2_000;

/** Query keys of the miner; `all` is the prefix for invalidations. The keys contain the account. */
export const minerKeys = {
  all: ['miner'] as const,
  machines: (address: string) => ['miner', 'machines', address] as const,
  days: (address: string, days: number) => ['miner', 'days', address, days] as const,
  mining: (address: string, range: TimeRange | null) => ['miner', 'mining', address, range] as const,
};

/** The account's machines in pages, newest first, with its hash power; polled faster while the exchange checks it. */
export function machinesQuery(address: string) {
  return infiniteQueryOptions({
    queryKey: minerKeys.machines(address),
    queryFn: pageReader<ReplyOf<'POST /api/biz/fmc/machines'>>(
      (page, signal) => readApi('POST /api/biz/fmc/machines', page, signal),
      ({ machineId }) => machineId,
    ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.totals.confirmation?.state === 'waiting' ? WAITING_REFRESH_MS : REFRESH_MS,
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** The output of the account's machines on each of the last UTC days. */
export function minedDaysQuery(address: string, days: number) {
  return queryOptions({
    queryKey: minerKeys.days(address, days),
    queryFn: ({ signal }) => readApi('POST /api/biz/fmc/days', { days }, signal),
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** The output of each machine on each UTC day, in pages, newest first. */
export function miningQuery(address: string, range: TimeRange | null) {
  return infiniteQueryOptions({
    queryKey: minerKeys.mining(address, range),
    queryFn: pageReader<ReplyOf<'POST /api/biz/fmc/mining'>>(
      (page, signal) => readApi('POST /api/biz/fmc/mining', { ...range, ...page }, signal),
      ({ day, machineId }) => `${day} ${machineId}`,
    ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { copiedFor: address },
  });
}
