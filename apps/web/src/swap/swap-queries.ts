import type { RequestOf } from '@city-mint/api-contract/endpoints';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { EVERYBODY } from '#platform/query-meta.ts';

const PENDING_REFRESH_MS = 3_000;
const PRICE_REFRESH_MS = 60_000;

export type PriceRange = RequestOf<'POST /api/app/price'>['range'];

/** Query keys of the swap log; answers of two accounts have different keys. */
export const swapKeys = {
  allLogs: ['swap-log'] as const,
  log: (address: string) => ['swap-log', address] as const,
  price: (range: PriceRange) => ['price', range] as const,
  swap: (address: string, swapId: string) => ['swap', address, swapId] as const,
};

/** The account's swaps in pages, newest first; refreshed while one that was sent from this device is not in it. */
export function swapLogQuery(address: string, { hasPending }: { readonly hasPending: boolean }) {
  return infiniteQueryOptions({
    queryKey: swapKeys.log(address),
    queryFn: ({ pageParam, signal }) => readApi('POST /api/app/user/swapLog', { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: hasPending ? PENDING_REFRESH_MS : false,
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** One swap; null when the account has none with this id. */
export function swapQuery(address: string, swapId: string) {
  return queryOptions({
    queryKey: swapKeys.swap(address, swapId),
    queryFn: async ({ signal }) => {
      const { items } = await readApi('POST /api/app/user/swapLog', { swapId }, signal);
      return items[0] ?? null;
    },
    meta: { copiedFor: address },
  });
}

/** The price of FMC over a range of time; the range before it is shown until its answer is there. */
export function priceQuery(range: PriceRange) {
  return queryOptions({
    queryKey: swapKeys.price(range),
    queryFn: ({ signal }) => readApi('POST /api/app/price', { range }, signal),
    refetchInterval: PRICE_REFRESH_MS,
    placeholderData: keepPreviousData,
    meta: { silent: true, copiedFor: EVERYBODY },
  });
}
