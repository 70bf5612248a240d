import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { EVERYBODY } from '#platform/query-meta.ts';

/** Query keys of cities; separate from those of rounds, because the home screen's first load needs only these. */
export const citiesKeys = { list: ['cities'] as const };

/** All cities with their coordinates, each with its open round. */
export const citiesQuery = queryOptions({
  queryKey: citiesKeys.list,
  queryFn: ({ signal }) => readApi('GET /api/app/warehouses', {}, signal),
  staleTime: 30_000,
  meta: { silent: true, copiedFor: EVERYBODY },
});
