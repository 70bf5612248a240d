import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Refresh interval of the visible overview. */
const REFRESH_MS = 4_000;

export const overviewKeys = { all: ['overview'] } as const;

/** Pending work, today's flows and open rounds. Refreshes automatically while the page is visible. */
export const overviewQuery = queryOptions({
  queryKey: overviewKeys.all,
  queryFn: ({ signal }) => readApi('POST /api/ops/overview', {}, signal),
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: false,
  staleTime: 0,
});
