import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

const dailyKeys = {
  pool: (address: string, pool: string, day: number) => ['origin-pool', address, pool, day] as const,
  mining: (address: string, day: number) => ['origin-mining', address, day] as const,
};

/** A day that was paid does not change. */
const PAID = { staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } } as const;

/** The figures of a pool's payment to the account for a UTC day (its beginning, milliseconds). */
export function poolDayQuery(
  address: string,
  { pool, day }: { readonly pool: 'nodes' | 'levels'; readonly day: number },
) {
  return queryOptions({
    queryKey: dailyKeys.pool(address, pool, day),
    queryFn: ({ signal }) => readApi('POST /api/biz/profit/poolDay', { pool, day }, signal),
    ...PAID,
  });
}

/** The figures of the output of the account's machines on a UTC day (its beginning, milliseconds). */
export function miningDayQuery(address: string, day: number) {
  return queryOptions({
    queryKey: dailyKeys.mining(address, day),
    queryFn: ({ signal }) => readApi('POST /api/biz/fmc/day', { day }, signal),
    ...PAID,
  });
}
