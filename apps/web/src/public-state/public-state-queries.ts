import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { pollWhileDown } from '#platform/live-store.ts';
import { EVERYBODY } from '#platform/query-meta.ts';

const LIVE_REFRESH_MS = 2_500;
const IDLE_REFRESH_MS = 15_000;
/** No live event contains price or switches. */
const OTHERS_REFRESH_MS = 60_000;

/** Query keys of the public state. */
export const publicStateKeys = { overview: ['home'] as const };

/**
 * The public state, which several screens show: open rounds, price, switches, results. Without live events it is polled
 * every few seconds while a round is open.
 */
export const publicStateQuery = queryOptions({
  queryKey: publicStateKeys.overview,
  queryFn: ({ signal }) => readApi('GET /api/app/home', {}, signal),
  refetchInterval: ({ state }) =>
    pollWhileDown((state.data?.openRounds.length ?? 0) > 0 ? LIVE_REFRESH_MS : IDLE_REFRESH_MS) || OTHERS_REFRESH_MS,
  meta: { silent: true, copiedFor: EVERYBODY },
});
