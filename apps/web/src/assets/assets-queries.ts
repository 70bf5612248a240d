import type { RequestOf } from '@city-mint/api-contract/endpoints';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

const LIVE_MS = 2_000;
const IDLE_MS = 10_000;

/** Chain, contracts and confirmations of the server. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => readApi('GET /api/app/config', {}, signal),
  staleTime: 10 * 60_000,
});

/** My assets by currency, and recharges that are not final yet; the address keeps the answers of two accounts apart. */
export function assetsQuery(address: string) {
  return queryOptions({
    queryKey: ['assets', address],
    queryFn: ({ signal }) => readApi('POST /api/app/user/asset', {}, signal),
    refetchInterval: ({ state }) => ((state.data?.pendingRecharges.length ?? 0) > 0 ? LIVE_MS : IDLE_MS),
    // Rounds pay by themselves: who comes to look at the money sees what there is now.
    refetchOnMount: 'always',
    meta: { silent: true },
  });
}

export type EventFilter = Pick<RequestOf<'POST /api/app/user/assetEventLog'>, 'kind' | 'from' | 'to'>;

/** My recharges and withdrawals, newest first. */
export function eventsQuery(address: string, filter: EventFilter) {
  return infiniteQueryOptions({
    queryKey: ['asset-events', address, filter],
    queryFn: ({ pageParam, signal }) =>
      readApi('POST /api/app/user/assetEventLog', { ...filter, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The latest recharges, for following the ones that were just sent. */
export function latestRechargesQuery(address: string) {
  return queryOptions({
    queryKey: ['asset-events', address, 'latest-recharges'],
    queryFn: ({ signal }) => readApi('POST /api/app/user/assetEventLog', { kind: 'recharge', limit: 50 }, signal),
    refetchInterval: LIVE_MS,
    meta: { silent: true },
  });
}

/** One recharge or withdrawal; a refresh follows it until it is final. Null: there is none of that id. */
export function eventQuery(address: string, eventId: string) {
  return queryOptions({
    queryKey: ['asset-event', address, eventId],
    queryFn: async ({ signal }) => {
      const { items } = await readApi('POST /api/app/user/assetEventLog', { eventId }, signal);
      return items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'in-progress' ? LIVE_MS : false),
    meta: { silent: true },
  });
}

/** Where a withdrawal stands, with its voucher while it can be sent. */
export function withdrawalQuery(address: string, withdrawalId: string) {
  return queryOptions({
    queryKey: ['withdrawal', address, withdrawalId],
    queryFn: ({ signal }) => readApi('POST /api/app/user/withdrawStatus', { id: withdrawalId }, signal),
    refetchInterval: ({ state }) =>
      state.data?.state === 'completed' || state.data?.state === 'returned' ? false : LIVE_MS,
    meta: { silent: true },
  });
}
