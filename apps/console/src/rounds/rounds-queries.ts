import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';
import { spanOf } from '#platform/search.ts';
import type { ListedRound, RoundOrder } from './round-types.ts';
import type { RoundSearch, RoundsSearch } from './rounds-search.ts';

/** Keys of what is read of rounds. */
export const roundsKeys = {
  list: (search: RoundsSearch) => ['rounds', 'list', search],
  detail: (roundId: string) => ['rounds', 'detail', roundId],
  fill: (roundId: string, state: ListedRound['state']) => ['rounds', 'fill', roundId, state],
  orders: (roundId: string, search: RoundSearch) => ['rounds', 'orders', roundId, search],
} as const;

/** Returns how rounds that fit the filters are read, those that open last first. */
export function roundsList({ from, to, ...filters }: RoundsSearch): PagedRead<ListedRound> {
  return {
    queryKey: roundsKeys.list({ ...filters, from, to }),
    read: (page, signal) => readApi('POST /api/ops/rounds', { ...filters, ...spanOf({ from, to }), ...page }, signal),
  };
}

/** How often what a live round shows is read again, in milliseconds. */
const LIVE_MS = 3_000;

/** A round with its settlement; read again while it has a next step. */
export function roundQuery(roundId: string) {
  return queryOptions({
    queryKey: roundsKeys.detail(roundId),
    queryFn: ({ signal }) => readApi('POST /api/ops/rounds/detail', { roundId }, signal),
    refetchInterval: ({ state }) => (state.data?.dueAt === null ? false : LIVE_MS),
  });
}

/** How a round filled; read again while it is open, and when it no longer is: the last orders come at its end. */
export function fillQuery({ roundId, state }: Pick<ListedRound, 'roundId' | 'state'>) {
  return queryOptions({
    queryKey: roundsKeys.fill(roundId, state),
    queryFn: ({ signal }) => readApi('POST /api/ops/rounds/fill', { roundId }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: state === 'open' ? LIVE_MS : false,
  });
}

/** States in which orders are added, or come to what they come to. */
const MOVING: readonly ListedRound['state'][] = ['open', 'settling', 'liquidating', 'cancelled'];

/** The orders of a round that fit the filters, by rank; read again while they change, and in each new state of it. */
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
