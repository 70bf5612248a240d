import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { myKeys, sessionsQuery } from './my-queries.ts';

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

test('the devices of two accounts have different keys with the prefix of an invalidation', async () => {
  network.reply('POST /api/app/user/sessions', { sessions: [] });
  await queryClient.fetchQuery(sessionsQuery(ALICE));
  expect(myKeys.sessions(ALICE)).not.toEqual(myKeys.sessions(BOB));
  await queryClient.invalidateQueries({ queryKey: myKeys.allSessions });
  expect(queryClient.getQueryState(myKeys.sessions(ALICE))?.isInvalidated).toBe(true);
  expect(sessionsQuery(ALICE).meta).toEqual({ copiedFor: ALICE });
});
