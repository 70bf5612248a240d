import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

export const limitsKeys = { controls: ['limits', 'controls'] } as const;

const REFRESH_MS = 5_000;

/** The switches, the limits of withdrawals, and their remaining amounts. */
export const controlsQuery = queryOptions({
  queryKey: limitsKeys.controls,
  queryFn: ({ signal }) => readApi('POST /api/ops/controls', {}, signal),
  refetchInterval: REFRESH_MS,
});
