import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { EVERYBODY } from '#platform/query-meta.ts';

/** Query keys of cities; apart from those of rounds, because the home screen needs only these in its first load. */
export const citiesKeys = { list: ['cities'] as const };

/** All cities with their coordinates, each with its open round. */
export const citiesQuery = queryOptions({
  queryKey: citiesKeys.list,
  queryFn: ({ signal }) => readApi('GET /api/app/warehouses', {}, signal),
  staleTime: 30_000,
  meta: { silent: true, copiedFor: EVERYBODY },
});
