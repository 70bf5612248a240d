import type { OrderState } from '@city-mint/domain/rounds/order-state';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

const LIVE_MS = 2_500;
const IDLE_MS = 8_000;

/** States in which the figures of a round do not change from one moment to the next. */
const RESTING: readonly RoundState[] = ['scheduled', 'ended'];

/** The latest round of a city with its terms; while it moves, fetched anew every few seconds as long as the page is in sight. */
export function roundQuery(cityId: string) {
  return queryOptions({
    queryKey: ['round', cityId],
    queryFn: ({ signal }) => readApi('POST /api/app/last/crowdfund', { cityId }, signal),
    refetchInterval: ({ state }) => {
      const round = state.data?.round;
      return round != null && !RESTING.includes(round.state) ? LIVE_MS : IDLE_MS;
    },
    meta: { silent: true },
  });
}

/** What a join of this amount would pay and cost; the figures of the last amount stay until the new ones are there. */
export function previewQuery({ roundId, amount }: { readonly roundId: string; readonly amount: string }) {
  return queryOptions({
    queryKey: ['preview', roundId, amount],
    queryFn: ({ signal }) => readApi('POST /api/app/preview', { roundId, amount }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    meta: { silent: true },
  });
}

/** My orders, newest first, of one state or of all; fetched anew while one of them is in a round that goes on. */
export function ordersQuery(address: string, status: OrderState | undefined) {
  return infiniteQueryOptions({
    queryKey: ['orders', address, status ?? null],
    queryFn: ({ pageParam, signal }) =>
      readApi('POST /api/biz/mine/mint', { ...(status === undefined ? {} : { status }), cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some((order) => order.state === 'active')) ? IDLE_MS : false,
    meta: { silent: true },
  });
}

/** One of my orders with its round, terms and settlement. */
export function orderQuery(address: string, orderId: string) {
  return queryOptions({
    queryKey: ['order', address, orderId],
    queryFn: ({ signal }) => readApi('POST /api/biz/mint/detail', { orderId }, signal),
    refetchInterval: ({ state }) => (state.data?.order.state === 'ended' ? false : LIVE_MS),
    meta: { silent: true },
  });
}
