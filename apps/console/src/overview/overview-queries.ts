import type { EndpointKey, ReplyOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Refresh interval of the visible overview. */
const REFRESH_MS = 4_000;

/** The endpoints of the overview. */
export type OverviewKey = Extract<EndpointKey, `POST /api/ops/overview/${string}`>;

export const overviewKeys = { all: ['overview'], part: (key: OverviewKey) => ['overview', key] } as const;

/** Returns the query of a part of the overview. It refreshes automatically while the page is visible. */
export function overviewQuery<Key extends OverviewKey>(key: Key) {
  return queryOptions<ReplyOf<Key>>({
    queryKey: overviewKeys.part(key),
    queryFn: ({ signal }) => readApi<OverviewKey>(key, {}, signal) as Promise<ReplyOf<Key>>,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: false,
    staleTime: 0,
  });
}
