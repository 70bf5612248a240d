import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Query keys of the proof of reserves. */
export const proofKeys = {
  roots: ['proof'] as const,
  mine: (address: string) => ['proof', 'mine', address] as const,
  own: (address: string, times: readonly number[]) => ['proof', 'own', address, ...times] as const,
  history: ['proof', 'history'] as const,
  exit: (address: string) => ['proof', 'exit', address] as const,
  operator: ['proof', 'operator'] as const,
  vault: ['proof', 'vault'] as const,
  anchored: ['proof', 'anchored'] as const,
  anchoredRoot: (subject: string) => ['proof', 'anchored', subject] as const,
};

const MADE_EVERY_MS = 60_000;

/** The newest root and total of the liabilities, per currency, and the vault's balance at the same block. */
export const rootsQuery = queryOptions({
  queryKey: proofKeys.roots,
  queryFn: ({ signal }) => readApi('GET /api/app/proof', {}, signal),
  staleTime: MADE_EVERY_MS,
});

/** Liabilities and holdings by day, newest first, in pages. */
export const historyQuery = infiniteQueryOptions({
  queryKey: proofKeys.history,
  queryFn: ({ pageParam, signal }) => readApi('GET /api/app/proof/history', { cursor: pageParam }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime: MADE_EVERY_MS,
});

/** The account's leaves in those trees and their paths. */
export function myProofsQuery(address: string) {
  return queryOptions({
    queryKey: proofKeys.mine(address),
    queryFn: ({ signal }) => readApi('POST /api/app/proof/mine', {}, signal),
    staleTime: MADE_EVERY_MS,
    meta: { copiedFor: address },
  });
}

/** The account's balance from the ledger at each of these times (UTC milliseconds), to compare with the leaves. */
export function ownBalancesQuery(address: string, times: readonly number[]) {
  return queryOptions({
    queryKey: proofKeys.own(address, times),
    queryFn: ({ signal }) => readApi('POST /api/app/user/balances', { bounds: [...times] }, signal),
    staleTime: MADE_EVERY_MS,
    meta: { silent: true },
  });
}

/** The operator's earnings, and every payout to it. */
export const operatorProofQuery = queryOptions({
  queryKey: proofKeys.operator,
  queryFn: ({ signal }) => readApi('GET /api/app/proof/operator', {}, signal),
  staleTime: MADE_EVERY_MS,
});
