import { useQuery } from '@tanstack/react-query';
import { publicStateQuery } from '#public-state/public-state-queries.ts';

/** Why the reader cannot join now: joining is paused, or not allowed in their region. */
export type JoinBarrier = 'paused' | 'region';

type Rules = { readonly paused: readonly string[]; readonly region: { readonly joiningAllowed: boolean } };

/** Returns what bars the reader from joining; a region first, because it does not pass by itself. */
export function joinBarrier({ paused, region }: Rules): JoinBarrier | null {
  if (!region.joiningAllowed) return 'region';
  return paused.includes('joins') ? 'paused' : null;
}

/** What bars the reader from joining, shown before a form is filled in; null while nothing is known. */
export function useJoinBarrier(): JoinBarrier | null {
  const home = useQuery(publicStateQuery);
  return home.data === undefined ? null : joinBarrier(home.data);
}
