import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Hash } from 'viem';
import { readApi } from '#platform/api.ts';
import { lazyCode } from '#platform/lazy-code.ts';
import { pageReader } from '#platform/page-reader.ts';
import { EVERYBODY } from '#platform/query-meta.ts';
import type { SentSwap } from './sent-swaps.ts';

const PENDING_REFRESH_MS = 3_000;
const failureCode = lazyCode(['assets'], () => import('./read-swap-failure.ts'));

const REPORT_AGAIN_MS = 10_000;
const PRICE_REFRESH_MS = 60_000;

export type PriceRange = RequestOf<'POST /api/app/price'>['range'];

/** Query keys of the swap log. The keys contain the account. */
export const swapKeys = {
  allLogs: ['swap-log'] as const,
  log: (address: string) => ['swap-log', address] as const,
  price: (range: PriceRange) => ['price', range] as const,
  report: (address: string, hash: string) => ['swap-report', address, hash] as const,
  failure: (hash: string) => ['swap-failure', hash] as const,
  swap: (address: string, swapId: string) => ['swap', address, swapId] as const,
};

/** The account's swaps in pages, newest first; refreshed while one of them, or of this device's, is not final. */
export function swapLogQuery(address: string, { hasPending }: { readonly hasPending: boolean }) {
  return infiniteQueryOptions({
    queryKey: swapKeys.log(address),
    queryFn: pageReader<ReplyOf<'POST /api/app/user/swapLog'>>(
      (page, signal) => readApi('POST /api/app/user/swapLog', page, signal),
      ({ swapId }) => swapId,
    ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => (hasPending || hasUnfinal(state.data?.pages[0]) ? PENDING_REFRESH_MS : false),
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

function hasUnfinal(page: ReplyOf<'POST /api/app/user/swapLog'> | undefined): boolean {
  return page?.items.some(({ status }) => status === 'in-progress') ?? false;
}

/**
 * Returns the query that reports a sent swap to the server, with the user's slippage limit, so that the log shows it on
 * any device. It is retried until the server has answered; the first report of a swap is final.
 */
export function swapReportQuery({ address, hash, limitBps }: SentSwap) {
  return queryOptions({
    queryKey: swapKeys.report(address, hash),
    queryFn: () => readApi('POST /api/app/user/swapSent', { txHash: hash, slippageLimitBps: limitBps }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.status === 'success' || isRefused(state.error) ? false : REPORT_AGAIN_MS),
    meta: { silent: true },
  });
}

function isRefused(error: unknown): boolean {
  return error instanceof RefusalError;
}

/** Returns the query for the reason why the chain reverted a swap. */
export function swapFailureQuery(hash: Hash) {
  return queryOptions({
    queryKey: swapKeys.failure(hash),
    queryFn: async () => {
      await failureCode.fetch();
      return failureCode.part?.readSwapFailure(hash) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
}

/** One swap; null if the account has none with this id. */
export function swapQuery(address: string, swapId: string) {
  return queryOptions({
    queryKey: swapKeys.swap(address, swapId),
    queryFn: async ({ signal }) => {
      const { items } = await readApi('POST /api/app/user/swapLog', { swapId }, signal);
      return items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'in-progress' ? PENDING_REFRESH_MS : false),
    meta: { copiedFor: address },
  });
}

/** The price of FMC over a range of time; the previous range remains until the new one arrives. */
export function priceQuery(range: PriceRange) {
  return queryOptions({
    queryKey: swapKeys.price(range),
    queryFn: ({ signal }) => readApi('POST /api/app/price', { range }, signal),
    refetchInterval: PRICE_REFRESH_MS,
    placeholderData: keepPreviousData,
    meta: { silent: true, copiedFor: EVERYBODY },
  });
}
