import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

const LIVE_MS = 2_500;
const IDLE_MS = 15_000;

/** What the home screen shows; fetched anew every few seconds while a round is open and the page in sight. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => readApi('GET /api/app/home', {}, signal),
  refetchInterval: ({ state }) => ((state.data?.openRounds.length ?? 0) > 0 ? LIVE_MS : IDLE_MS),
  meta: { silent: true },
});

/** The cities with their places. */
export const citiesQuery = queryOptions({
  queryKey: ['cities'],
  queryFn: ({ signal }) => readApi('GET /api/app/warehouses', {}, signal),
  staleTime: 30_000,
  meta: { silent: true },
});
