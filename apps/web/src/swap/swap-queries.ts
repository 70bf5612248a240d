import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

const PENDING_REFRESH_MS = 3_000;

/** Query keys of the swap log; answers of two accounts have different keys. */
export const swapKeys = {
  allLogs: ['swap-log'] as const,
  log: (address: string) => ['swap-log', address] as const,
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
