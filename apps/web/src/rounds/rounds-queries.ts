import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { OrderState } from '@city-mint/domain/rounds/order-state';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { pollWhileDown } from '#platform/live-store.ts';
import { pageReader } from '#platform/page-reader.ts';
import { EVERYBODY } from '#platform/query-meta.ts';

const LIVE_REFRESH_MS = 2_500;
export const IDLE_REFRESH_MS = 8_000;

/** States in which the figures of a round do not change by themselves. */
const RESTING: readonly RoundState[] = ['scheduled', 'ended'];

/** Query keys of rounds and orders; `all…` is the prefix for invalidations. */
export const roundsKeys = {
  allLatest: ['round'] as const,
  latest: (cityId: string) => ['round', cityId] as const,
  chosen: (roundId: string) => ['round', 'chosen', roundId] as const,
  history: (cityId: string) => ['round', 'history', cityId] as const,
  fill: (roundId: string) => ['round', 'fill', roundId] as const,
  allPreviews: ['preview'] as const,
  preview: (roundId: string, amount: string) => ['preview', roundId, amount] as const,
  allOrders: ['orders'] as const,
  orders: (address: string, status: OrderState | undefined) => ['orders', address, status ?? null] as const,
  allOrderDetails: ['order'] as const,
  ownInRound: (address: string, roundId: string) => ['orders', address, 'round', roundId] as const,
  autoMint: (address: string) => ['orders', address, 'auto-mint'] as const,
  orderTotals: (address: string) => ['orders', address, 'totals'] as const,
  ownOutcomes: (address: string) => ['orders', address, 'outcomes'] as const,
  order: (address: string, orderId: string) => ['order', address, orderId] as const,
};

/** The latest round of a city with its terms; polled without live events, faster while its figures can change. */
export function roundQuery(cityId: string) {
  return queryOptions({
    queryKey: roundsKeys.latest(cityId),
    queryFn: ({ signal }) => readApi('POST /api/app/last/crowdfund', { cityId }, signal),
    refetchInterval: ({ state }) => {
      const round = state.data?.round;
      return pollWhileDown(round != null && !RESTING.includes(round.state) ? LIVE_REFRESH_MS : IDLE_REFRESH_MS);
    },
    meta: { silent: true, copiedFor: EVERYBODY },
  });
}

/** The latest round of any city with its terms. */
export const anyRoundQuery = queryOptions({
  queryKey: roundsKeys.latest(''),
  queryFn: ({ signal }) => readApi('POST /api/app/last/crowdfund', {}, signal),
  meta: { silent: true },
});

/** The preview of a join with this amount; the previous amount's figures remain until the new ones arrive. */
export function previewQuery(preview: {
  readonly roundId: string;
  readonly amount: string;
  /** Whether it includes earlier orders of the signed-in wallet. */
  readonly isMine: boolean;
}) {
  const { roundId, amount, isMine } = preview;
  return queryOptions({
    queryKey: roundsKeys.preview(roundId, isMine ? `${amount}, mine` : amount),
    queryFn: ({ signal }) =>
      isMine
        ? readApi('POST /api/biz/preview', { roundId, amount }, signal)
        : readApi('POST /api/app/preview', { roundId, amount }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    meta: { silent: true },
  });
}

/** The account's orders in pages, newest first, of one state or all; polled without live events while one is active. */
export function ordersQuery(address: string, status: OrderState | undefined) {
  return infiniteQueryOptions({
    queryKey: roundsKeys.orders(address, status),
    queryFn: pageReader<ReplyOf<'POST /api/biz/mine/mint'>>(
      (page, signal) =>
        readApi('POST /api/biz/mine/mint', { ...(status === undefined ? {} : { status }), ...page }, signal),
      ({ orderId }) => orderId,
    ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some((order) => order.state === 'active'))
        ? pollWhileDown(IDLE_REFRESH_MS)
        : false,
    meta: { silent: true, copiedFor: address },
  });
}

/** The totals of all the account's orders: amounts put in, and results. */
export function orderTotalsQuery(address: string) {
  return queryOptions({
    queryKey: roundsKeys.orderTotals(address),
    queryFn: ({ signal }) => readApi('POST /api/biz/mint/totals', {}, signal),
    meta: { silent: true },
  });
}

/**
 * One order of the account with its round, terms and settlement. Without live events it is polled until both have
 * ended, since the reply may contain the round's state from just before the order's.
 */
export function orderQuery(address: string, orderId: string) {
  return queryOptions({
    queryKey: roundsKeys.order(address, orderId),
    queryFn: ({ signal }) => readApi('POST /api/biz/mint/detail', { orderId }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.order.state === 'ended' && data.round.state === 'ended' ? false : pollWhileDown(LIVE_REFRESH_MS),
    meta: { silent: true, copiedFor: address },
  });
}
