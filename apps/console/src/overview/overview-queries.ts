import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** How often the overview is read again while it is on the screen. */
const REFRESH_MS = 4_000;

/** Keys of what the overview reads. */
export const overviewKeys = { all: ['overview'] } as const;

/** What waits, what moved and what is live; refreshes by itself, not while the page is hidden. */
export const overviewQuery = queryOptions({
  queryKey: overviewKeys.all,
  queryFn: ({ signal }) => readApi('POST /api/ops/overview', {}, signal),
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: false,
  staleTime: 0,
});
