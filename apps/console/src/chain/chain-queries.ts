import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Keys of what is read of the chain. */
export const chainKeys = { state: ['chain', 'state'] } as const;

const REFRESH_MS = 5_000;

/** How far the chain is read, its nodes, unknown payments and the vault. */
export const chainQuery = queryOptions({
  queryKey: chainKeys.state,
  queryFn: ({ signal }) => readApi('POST /api/ops/chain', {}, signal),
  refetchInterval: REFRESH_MS,
});
