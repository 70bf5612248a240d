import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Query keys of published simulations. */
export const simulationKeys = {
  plan: (roundId: string) => ['simulation', 'plan', roundId] as const,
};

/** The plan that a round is of, with the simulation that was published with it: what is published never changes. */
export function publishedPlanQuery(roundId: string) {
  return queryOptions({
    queryKey: simulationKeys.plan(roundId),
    queryFn: ({ signal }) => readApi('GET /api/app/rounds/:roundId/plan', { roundId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
}
