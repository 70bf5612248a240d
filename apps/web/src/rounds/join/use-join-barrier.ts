import { useQuery } from '@tanstack/react-query';
import { publicStateQuery } from '#public-state/public-state-queries.ts';

/** Why the user cannot join now: joining is paused, or not allowed in their region. */
export type JoinBarrier = 'paused' | 'region';

type Rules = { readonly paused: readonly string[]; readonly region: { readonly joiningAllowed: boolean } };

/** Returns the barrier to joining; the region takes precedence, because it does not pass. */
export function joinBarrier({ paused, region }: Rules): JoinBarrier | null {
  if (!region.joiningAllowed) return 'region';
  return paused.includes('joins') ? 'paused' : null;
}

/** Returns the barrier to joining, to be shown before the user fills in a form; null while unknown. */
export function useJoinBarrier(): JoinBarrier | null {
  const home = useQuery(publicStateQuery);
  return home.data === undefined ? null : joinBarrier(home.data);
}
