import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { EVERYBODY } from '#platform/query-meta.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { NONE_IN_ROUND } from '#testing/replies/orders.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { chosenRoundQuery, cityHistoryQuery, fillQuery, ownInRoundQuery } from './history-queries.ts';

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

test('cityHistoryQuery: fetches the rounds of this city, page by page', async () => {
  network.reply('POST /api/app/rounds', { items: [], nextCursor: 'next' });
  await queryClient.fetchInfiniteQuery({ ...cityHistoryQuery('3'), pages: 2 });
  expect(network.calls('POST /api/app/rounds')).toEqual([
    { cityId: '3', cursor: null, limit: 20 },
    { cityId: '3', cursor: 'next', limit: 100 },
  ]);
});

test('ownInRoundQuery: fetches only the sums of this round; another account or round has another key', async () => {
  network.reply('POST /api/biz/mint/inRound', NONE_IN_ROUND);
  expect(await queryClient.fetchQuery(ownInRoundQuery(ALICE, '7'))).toEqual(NONE_IN_ROUND);
  expect(network.calls('POST /api/biz/mint/inRound')).toEqual([{ roundId: '7' }]);
  const keys = [ownInRoundQuery(ALICE, '7'), ownInRoundQuery(BOB, '7'), ownInRoundQuery(ALICE, '8')];
  expect(new Set(keys.map(({ queryKey }) => JSON.stringify(queryKey))).size).toBe(3);
});

test('keeps public replies in the shared offline copy, my orders in mine', () => {
  const open = [cityHistoryQuery('3'), chosenRoundQuery('7'), fillQuery('7')];
  expect(open.map(({ meta }) => meta?.copiedFor)).toEqual([EVERYBODY, EVERYBODY, EVERYBODY]);
  expect(ownInRoundQuery(ALICE, '7').meta?.copiedFor).toBe(ALICE);
});
