import type { RequestOf } from '@city-mint/api-contract/endpoints';
import { LIST_ACTIONS } from '@city-mint/api-contract/operator-client/known-operators';
import type { OperatorLogEntry, SignedSystem } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { buildSettings } from '#platform/build-settings.ts';

/** Query keys of the log of operators. */
export const operatorKeys = {
  log: ['operatorLog'] as const,
  changes: ['operatorLog', 'changes'] as const,
  plans: (city: string) => ['operatorLog', 'plans', city] as const,
  system: ['operatorLog', 'system'] as const,
};

/** Every action of operators with its signatures, in pages, newest first. */
export const operatorLogQuery = infiniteQueryOptions({
  queryKey: operatorKeys.log,
  queryFn: ({ pageParam, signal }) => readApi('GET /api/app/operatorLog', { cursor: pageParam }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** The chain and vault that operators sign for: those of the build, in development the API's. */
export const systemQuery = queryOptions({
  queryKey: operatorKeys.system,
  queryFn: async ({ client }): Promise<SignedSystem> => {
    const { chainId, contracts } = buildSettings;
    if (contracts !== null) return { chainId, vault: contracts.vault };
    // Only in development: another import would move these queries into the code of every screen.
    const { configQuery } = await import('#assets/assets-queries.ts');
    return { chainId, vault: (await client.ensureQueryData(configQuery)).vault };
  },
  meta: { silent: true },
});

/** More changes of operators, and actions on the plans of a city, than a system has in its life. */
const MOST_PAGES = 20;

/** Every change of the list of operators, unverified. */
export const operatorChangesQuery = queryOptions({
  queryKey: operatorKeys.changes,
  queryFn: async ({ signal }) => (await Promise.all(LIST_ACTIONS.map((action) => readAll({ action }, signal)))).flat(),
  staleTime: 60_000,
  meta: { silent: true },
});

/** Every action on the plans of a city, unverified. */
export const plansOfCityQuery = (city: string) =>
  queryOptions({
    queryKey: operatorKeys.plans(city),
    queryFn: ({ signal }) => readAll({ subject: `plans ${city}` }, signal),
    staleTime: 60_000,
    meta: { silent: true },
  });

type Filter = Pick<RequestOf<'GET /api/app/operatorLog'>, 'action' | 'subject'>;

async function readAll(filter: Filter, signal: AbortSignal): Promise<OperatorLogEntry[]> {
  const entries: OperatorLogEntry[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: { items: OperatorLogEntry[]; nextCursor: string | null } = await readApi(
      'GET /api/app/operatorLog',
      { ...filter, cursor },
      signal,
    );
    entries.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) return entries;
  }
  throw new RangeError('too many actions');
}
