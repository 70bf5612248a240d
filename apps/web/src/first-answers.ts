import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { QueryKey } from '@tanstack/react-query';
import { setCityNames } from '#platform/i18n/language-store.ts';
import { queryClient } from '#platform/query-client.ts';
import { recordServerTime } from '#platform/server-clock.ts';

/** The data from which the server rendered the first picture of a screen. */
export type FirstAnswers = {
  readonly serverTime: number;
  /** The names of cities, only in the language of the picture. */
  readonly cityNames: ReplyOf<'GET /api/app/lang'>['cities'];
  /** The API's replies by the keys of their queries. */
  readonly queries: readonly (readonly [key: QueryKey, answer: object])[];
};

/**
 * Shows the replies in the server's document until those of the API arrive, which are fetched immediately. Changes
 * nothing if the document has none, or has unknown ones.
 */
export function takeFirstAnswers(text: string | undefined): void {
  if (text === undefined) return;
  try {
    const { serverTime, cityNames, queries }: FirstAnswers = JSON.parse(text);
    // Stale from the start, so that they are fetched again.
    for (const [key, answer] of queries) queryClient.setQueryData(key, answer, { updatedAt: 1 });
    setCityNames(cityNames);
    recordServerTime(serverTime + sinceDocument(), 0);
  } catch {
    // The first picture is from another release.
  }
}

/** Returns the milliseconds since the document began to arrive. */
function sinceDocument(): number {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  const begun = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0;
  return performance.now() - begun;
}
