import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { homeKeys } from '#home/home-queries.ts';
import { setCityNames } from '#platform/i18n/language-store.ts';
import { queryClient } from '#platform/query-client.ts';
import { recordServerTime } from '#platform/server-clock.ts';
import { citiesKeys } from '#rounds/cities-queries.ts';

/** What the first picture of the home screen was drawn from. */
export type FirstAnswers = {
  readonly home: ReplyOf<'GET /api/app/home'>;
  readonly cities: ReplyOf<'GET /api/app/warehouses'>;
  /** The names of cities, of the language in which it was drawn alone. */
  readonly cityNames: ReplyOf<'GET /api/app/lang'>['cities'];
};

/**
 * Shows the answers that the server's document brings until the first ones of the API, which are asked for at once. A
 * document without them, or with others than this page knows, changes nothing.
 */
export function takeFirstAnswers(text: string | undefined): void {
  if (text === undefined) return;
  try {
    const answers: FirstAnswers = JSON.parse(text);
    if (!Array.isArray(answers.home.openRounds) || !Array.isArray(answers.cities.cities)) return;
    setCityNames(answers.cityNames);
    // Old at once, so that they are fetched again.
    queryClient.setQueryData(homeKeys.overview, answers.home, { updatedAt: 1 });
    queryClient.setQueryData(citiesKeys.list, answers.cities, { updatedAt: 1 });
    recordServerTime(answers.home.serverTime + sinceDocument(), 0);
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
