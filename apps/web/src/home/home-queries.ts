import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { pollWhileDown } from '#platform/live-store.ts';
import { EVERYBODY } from '#platform/query-meta.ts';

const LIVE_REFRESH_MS = 2_500;
const IDLE_REFRESH_MS = 15_000;
/** Price and switches are in no live event. */
const OTHERS_REFRESH_MS = 60_000;

/** Query keys of the home screen. */
export const homeKeys = { overview: ['home'] as const };

/** What the home screen shows; without live events polled every few seconds while a round is open. */
export const homeQuery = queryOptions({
  queryKey: homeKeys.overview,
  queryFn: ({ signal }) => readApi('GET /api/app/home', {}, signal),
  refetchInterval: ({ state }) =>
    pollWhileDown((state.data?.openRounds.length ?? 0) > 0 ? LIVE_REFRESH_MS : IDLE_REFRESH_MS) || OTHERS_REFRESH_MS,
  meta: { silent: true, copiedFor: EVERYBODY },
});
