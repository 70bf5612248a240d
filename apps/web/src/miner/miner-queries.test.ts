import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { machinesQuery, minedDaysQuery, minerKeys, miningQuery } from './miner-queries.ts';

const MINING = 'POST /api/biz/fmc/mining';
const RANGE = { from: 1, to: 2 };

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

test('minerKeys: differ by account, range and number of days, and share the prefix of an invalidation', () => {
  const keys = [
    minerKeys.machines(ALICE),
    minerKeys.machines(BOB),
    minerKeys.days(ALICE, 28),
    minerKeys.days(ALICE, 7),
    minerKeys.days(BOB, 28),
    minerKeys.mining(ALICE, null),
    minerKeys.mining(ALICE, RANGE),
    minerKeys.mining(BOB, RANGE),
  ];
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  for (const key of keys) expect(key.slice(0, minerKeys.all.length)).toEqual(minerKeys.all);
});

test('miningQuery: sends the range, then the cursor of the previous page', async () => {
  network.reply(MINING, { items: [], nextCursor: 'next' });
  await queryClient.fetchInfiniteQuery({ ...miningQuery(ALICE, RANGE), pages: 2 });
  expect(network.calls(MINING)).toEqual([
    { ...RANGE, cursor: null, limit: 20 },
    { ...RANGE, cursor: 'next', limit: 100 },
  ]);
});

describe('machinesQuery', () => {
  /** Returns the refetch interval with an exchange in this state. */
  function refreshWith(state: 'waiting' | 'rejected' | null): unknown {
    const refresh = machinesQuery(ALICE).refetchInterval;
    if (typeof refresh !== 'function') throw new Error('the query has no refresh of its own');
    const page = { totals: { confirmation: state === null ? null : { state } } };
    return Reflect.apply(refresh, null, [{ state: { data: { pages: [page] } } }]);
  }

  test('behavior: polls often while the exchange checks an account, and seldom otherwise', () => {
    expect(refreshWith('waiting')).toBe(2_000);
    expect([refreshWith('rejected'), refreshWith(null)]).toEqual([15_000, 15_000]);
  });
});

test('stores the replies in the account’s offline copy', () => {
  const queries = [machinesQuery(ALICE), minedDaysQuery(ALICE, 28), miningQuery(ALICE, null)];
  expect(queries.map(({ meta }) => meta?.copiedFor)).toEqual([ALICE, ALICE, ALICE]);
});
