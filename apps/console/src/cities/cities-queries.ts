import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { readAll } from '#platform/paged.ts';

/** Keys of what is read of cities. */
const citiesKeys = { names: ['cities', 'names'] } as const;

/** The names of all cities in the order of letters; one more is not there every minute. */
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
