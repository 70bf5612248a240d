import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

export const chainKeys = { state: ['chain', 'state'] } as const;

const REFRESH_MS = 5_000;

/** Progress of the chain's reading, its nodes, unknown payments and the vault. */
export const chainQuery = queryOptions({
  queryKey: chainKeys.state,
  queryFn: ({ signal }) => readApi('POST /api/ops/chain', {}, signal),
  refetchInterval: REFRESH_MS,
});
