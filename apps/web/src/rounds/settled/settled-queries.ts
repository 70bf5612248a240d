import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { pageReader } from '#platform/page-reader.ts';
import { settlementUrl } from '../settlement/settlement-url.ts';
import { partsAt, partsOf } from './read-part.ts';
import {
  FIRST_PAGE_BYTES,
  findRank,
  PAGE_BYTES,
  readOrders,
  readSettledFile,
  type SettledFile,
} from './read-settled.ts';

const settledKeys = {
  rounds: ['settled'] as const,
  file: (roundId: string) => ['settled', roundId] as const,
  orders: (roundId: string, from: number, source: 'checked' | 'served') => ['settled', roundId, from, source] as const,
};

/** While a round is not published, its file is asked for again. */
const AWAITED_MS = 5_000;

/** The rounds of all cities whose settlement is published, the latest settled first, in pages. */
export const settledRoundsQuery = infiniteQueryOptions({
  queryKey: settledKeys.rounds,
  queryFn: pageReader<ReplyOf<'POST /api/app/rounds/settled'>>(
    (page, signal) => readApi('POST /api/app/rounds/settled', page, signal),
    ({ roundId }) => roundId,
  ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  meta: { silent: true },
});

/** The beginning of a round's settlement file, which never changes; null, and polled, until it is published. */
export function settledFileQuery(roundId: string) {
  return queryOptions({
    queryKey: settledKeys.file(roundId),
    queryFn: ({ signal }) => readSettledFile(settlementUrl(roundId), signal),
    staleTime: ({ state }) => (state.data == null ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) => (state.data === null ? AWAITED_MS : false),
    meta: { silent: true },
  });
}

type OrdersOf = {
  readonly settled: SettledFile;
  /** The rank with which the list begins. */
  readonly from: number;
  /** The file that this device has checked, whose orders are shown then; null: the one that is served. */
  readonly checked: Blob | null;
};

/** The orders of a settlement file by rank in pages, whose positions are offsets in the file. */
export function settledOrdersQuery({ settled, from, checked }: OrdersOf) {
  const { roundId } = settled.head;
  return infiniteQueryOptions({
    queryKey: settledKeys.orders(roundId, from, checked === null ? 'served' : 'checked'),
    queryFn: async ({ pageParam, signal }) => {
      const read = checked === null ? partsAt(settlementUrl(roundId), signal) : partsOf(checked);
      if (pageParam !== null) return readOrders(read, { from: pageParam, bytes: PAGE_BYTES });
      const first = from === 1 ? settled.ordersFrom : await findRank(read, settled, from);
      return readOrders(read, { from: first, bytes: FIRST_PAGE_BYTES });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // A part that is no order stays none.
    retry: false,
    meta: { silent: true },
  });
}
