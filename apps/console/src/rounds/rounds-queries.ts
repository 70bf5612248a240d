import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';
import { spanOf } from '#platform/search.ts';
import type { ListedRound, RoundOrder } from './round-types.ts';
import type { RoundSearch, RoundsSearch } from './rounds-search.ts';

export const roundsKeys = {
  list: (search: RoundsSearch) => ['rounds', 'list', search],
  detail: (roundId: string) => ['rounds', 'detail', roundId],
  fill: (roundId: string, state: ListedRound['state']) => ['rounds', 'fill', roundId, state],
  orders: (roundId: string, search: RoundSearch) => ['rounds', 'orders', roundId, search],
} as const;

/** Returns the list of rounds that match the filters, latest opening first. */
export function roundsList({ from, to, ...filters }: RoundsSearch): PagedRead<ListedRound> {
  return {
    queryKey: roundsKeys.list({ ...filters, from, to }),
    read: (page, signal) => readApi('POST /api/ops/rounds', { ...filters, ...spanOf({ from, to }), ...page }, signal),
  };
}

/** Refresh interval of a live round, in milliseconds. */
const LIVE_MS = 3_000;

/** A round with its settlement; refreshes while it has a next step. */
export function roundQuery(roundId: string) {
  return queryOptions({
    queryKey: roundsKeys.detail(roundId),
    queryFn: ({ signal }) => readApi('POST /api/ops/rounds/detail', { roundId }, signal),
    refetchInterval: ({ state }) => (state.data?.dueAt === null ? false : LIVE_MS),
  });
}

/**
 * Returns the query of a round's filling. It refreshes while the round is open and once after it closes, for the last
 * orders.
 */
export function fillQuery({ roundId, state }: Pick<ListedRound, 'roundId' | 'state'>) {
  return queryOptions({
    queryKey: roundsKeys.fill(roundId, state),
    queryFn: ({ signal }) => readApi('POST /api/ops/rounds/fill', { roundId }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: state === 'open' ? LIVE_MS : false,
  });
}

/** States in which orders are added or settled. */
const MOVING: readonly ListedRound['state'][] = ['open', 'settling', 'liquidating', 'cancelled'];

/**
 * Returns the list of a round's orders that match the filters, by rank. It refreshes while they change, and on each
 * change of the round's state.
 */
export function ordersList(
  { roundId, state }: Pick<ListedRound, 'roundId' | 'state'>,
  { way, orderState }: RoundSearch,
): PagedRead<RoundOrder> {
  const filters = { ...(way !== undefined && { way }), ...(orderState !== undefined && { state: orderState }) };
  return {
    queryKey: roundsKeys.orders(roundId, { way, orderState }),
    read: (page, signal) => readApi('POST /api/ops/rounds/orders', { roundId, ...filters, ...page }, signal),
    refreshMs: MOVING.includes(state) ? LIVE_MS : undefined,
    follows: state,
  };
}
