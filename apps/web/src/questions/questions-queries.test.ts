import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { questionsKeys, questionsQuery } from './questions-queries.ts';

const QA = 'POST /api/app/qa';

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

test('fetches each language once, under a separate key with the common prefix', async () => {
  network.reply(QA, { questions: [], contacts: [] } as never);
  for (const language of ['zh', 'th', 'zh'] as const) await queryClient.fetchQuery(questionsQuery(language));
  expect(network.calls(QA)).toEqual([{ lang: 'zh' }, { lang: 'th' }]);
  expect(questionsKeys.inLanguage('zh').slice(0, 1)).toEqual(questionsKeys.all);
});
