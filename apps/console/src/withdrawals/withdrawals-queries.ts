import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';
import { spanOf } from '#platform/search.ts';
import type { WithdrawalFilters } from './withdrawals-search.ts';

/** A withdrawal as the API lists it. */
export type Withdrawal = ReplyOf<'POST /api/ops/withdrawals/list'>['items'][number];

const withdrawalKeys = {
  list: (filters: WithdrawalFilters) => ['withdrawals', 'list', filters],
  detail: (withdrawalId: string) => ['withdrawals', 'detail', withdrawalId],
  limits: ['withdrawals', 'limits'],
} as const;

/** Returns the list of withdrawals that match the filters; amounts are never compared across currencies. */
export function withdrawalList(filters: WithdrawalFilters): PagedRead<Withdrawal> {
  const { from, to, minimum, maximum, sort, ...rest } = filters;
  const byAmount = rest.currency === undefined ? {} : { minimum, maximum };
  const isByAmount = sort === 'largest' || sort === 'smallest';
  const known = isByAmount && rest.currency === undefined ? undefined : sort;
  const request = { ...rest, ...byAmount, ...spanOf({ from, to }), ...(known === undefined ? {} : { sort: known }) };
  return {
    queryKey: withdrawalKeys.list(filters),
    read: (page, signal) => readApi('POST /api/ops/withdrawals/list', { ...request, ...page }, signal),
  };
}

/** A withdrawal with its history, as of now. */
export function withdrawalQuery(withdrawalId: string) {
  return queryOptions({
    queryKey: withdrawalKeys.detail(withdrawalId),
    queryFn: ({ signal }) => readApi('POST /api/ops/withdrawals/detail', { withdrawalId }, signal),
    refetchInterval: 10_000,
  });
}

/** The limits of withdrawals, their remaining amounts, and the pauses of all withdrawals. */
export const withdrawalLimitsQuery = queryOptions({
  queryKey: withdrawalKeys.limits,
  queryFn: ({ signal }) => readApi('POST /api/ops/withdrawals/limits', {}, signal),
  refetchInterval: 15_000,
});
