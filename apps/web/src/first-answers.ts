import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { QueryKey } from '@tanstack/react-query';
import { setCityNames } from '#platform/i18n/language-store.ts';
import { queryClient } from '#platform/query-client.ts';
import { recordServerTime } from '#platform/server-clock.ts';

/** What the first picture of a screen was drawn from. */
export type FirstAnswers = {
  readonly serverTime: number;
  /** The names of cities, of the language in which it was drawn alone. */
  readonly cityNames: ReplyOf<'GET /api/app/lang'>['cities'];
  /** The API's answers by the keys of the queries that show them. */
  readonly queries: readonly (readonly [key: QueryKey, answer: object])[];
};

/**
 * Shows the answers that the server's document brings until the first ones of the API, which are asked for at once. A
 * document without them, or with others than this page knows, changes nothing.
 */
export function takeFirstAnswers(text: string | undefined): void {
  if (text === undefined) return;
  try {
    const { serverTime, cityNames, queries }: FirstAnswers = JSON.parse(text);
    // Old at once, so that they are fetched again.
    for (const [key, answer] of queries) queryClient.setQueryData(key, answer, { updatedAt: 1 });
    setCityNames(cityNames);
    recordServerTime(serverTime + sinceDocument(), 0);
  } catch {
    // The first picture of another release.
  }
}

/** Milliseconds since the document began to arrive. */
function sinceDocument(): number {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  const begun = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0;
  return performance.now() - begun;
}
