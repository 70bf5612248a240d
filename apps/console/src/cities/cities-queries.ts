import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { readAll } from '#platform/paged.ts';

const citiesKeys = { names: ['cities', 'names'] } as const;

/** Names of all cities in alphabetical order. They change rarely. */
export const citiesQuery = queryOptions({
  queryKey: citiesKeys.names,
  queryFn: async ({ signal }) => {
    const read = (page: { readonly cursor: string | null; readonly limit: number }) =>
      readApi('POST /api/ops/cities', page, signal);
    const cities = await readAll({ read, signal, onProgress: () => undefined });
    return cities.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
  },
  staleTime: 60_000,
});
