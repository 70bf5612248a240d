import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

const LIVE_REFRESH_MS = 2_500;
const IDLE_REFRESH_MS = 15_000;

/** Query keys of the home screen. */
export const homeKeys = { overview: ['home'] as const };

/** What the home screen shows; refreshed every few seconds while a round is open and the page is visible. */
export const homeQuery = queryOptions({
  queryKey: homeKeys.overview,
  queryFn: ({ signal }) => readApi('GET /api/app/home', {}, signal),
  refetchInterval: ({ state }) => ((state.data?.openRounds.length ?? 0) > 0 ? LIVE_REFRESH_MS : IDLE_REFRESH_MS),
  meta: { silent: true },
});
