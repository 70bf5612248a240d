import { MOST_AWAITED_ROUNDS } from '@city-mint/api-contract/rounds/awaited-rounds';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { pollWhileDown } from '#platform/live-store.ts';
import { IDLE_REFRESH_MS, roundsKeys } from '../rounds-queries.ts';
import { roundsAwaited } from './awaited-rounds.ts';
import { useMomentStore } from './moment-store.ts';

/**
 * The account's unsettled rounds, and the outcomes of the awaited ones, in one call whatever the number of orders;
 * polled without live events. `asked` are the rounds that the call asked about.
 */
export function ownOutcomesQuery(address: string) {
  return queryOptions({
    queryKey: roundsKeys.ownOutcomes(address),
    queryFn: async ({ signal }) => {
      const shown = new Set(useMomentStore.getState().moments.map(({ roundId }) => roundId));
      // The newest if there are too many: the others are asked about once these have a moment.
      const asked = roundsAwaited(address)
        .filter((roundId) => !shown.has(roundId))
        .slice(-MOST_AWAITED_ROUNDS);
      return { asked, ...(await readApi('POST /api/biz/mint/outcomes', { roundIds: asked }, signal)) };
    },
    refetchInterval: () => pollWhileDown(IDLE_REFRESH_MS),
    // Not copied for offline use: an old copy would announce outcomes again.
    meta: { silent: true },
  });
}
