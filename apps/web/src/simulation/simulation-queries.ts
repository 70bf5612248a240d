import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Query keys of published simulations. */
export const simulationKeys = {
  plan: (roundId: string) => ['simulation', 'plan', roundId] as const,
};

/** The plan of a round, with the simulation published with it; published documents never change. */
export function publishedPlanQuery(roundId: string) {
  return queryOptions({
    queryKey: simulationKeys.plan(roundId),
    queryFn: ({ signal }) => readApi('GET /api/app/rounds/:roundId/plan', { roundId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
}
