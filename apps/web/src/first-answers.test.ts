import { afterAll, beforeAll, expect, test } from 'vitest';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { queryClient } from '#platform/query-client.ts';
import { serverNow } from '#platform/server-clock.ts';
import { takeFirstAnswers } from './first-answers.ts';

const KEY = ['round', '7'];

// Only browsers define it.
beforeAll(() => Reflect.set(globalThis, 'PerformanceNavigationTiming', class {}));
afterAll(() => Reflect.deleteProperty(globalThis, 'PerformanceNavigationTiming'));

test('default: queries show the replies, already stale, with city names and the server’s clock', () => {
  const serverTime = Date.now() + 3_600_000;
  const answers = { serverTime, cityNames: { zh: { Wien: '维也纳' } }, queries: [[KEY, { round: null }]] };
  takeFirstAnswers(JSON.stringify(answers));
  expect(queryClient.getQueryData(KEY)).toEqual({ round: null });
  expect(queryClient.getQueryState(KEY)?.dataUpdatedAt).toBe(1);
  expect(useLanguageStore.getState().cityNames).toEqual({ Wien: '维也纳' });
  expect(serverNow()).toBeGreaterThanOrEqual(serverTime);
});

test.each([undefined, '', '{', '{}', '{"queries":3}', '{"home":{}}'])('error: %s changes nothing', (text) => {
  queryClient.clear();
  takeFirstAnswers(text);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
