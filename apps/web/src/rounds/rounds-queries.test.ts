import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { citiesKeys } from './cities-queries.ts';
import { orderQuery, ordersQuery, roundQuery, roundsKeys } from './rounds-queries.ts';

const ORDERS = 'POST /api/biz/mine/mint';

let network: FakeNetwork;

beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

describe('roundsKeys', () => {
  test.each([
    ['a round', roundsKeys.allLatest, roundsKeys.latest('3')],
    ['a preview', roundsKeys.allPreviews, roundsKeys.preview('12', '60')],
    ['orders', roundsKeys.allOrders, roundsKeys.orders(ALICE, 'failed')],
  ])('the key of %s begins with the prefix that invalidates it', (_what, prefix, key) => {
    expect(key.slice(0, prefix.length)).toEqual(prefix);
  });

  test('two accounts, cities, filters and amounts have different keys', () => {
    const keys = [
      citiesKeys.list,
      roundsKeys.latest('3'),
      roundsKeys.latest('4'),
      roundsKeys.preview('12', '60'),
      roundsKeys.preview('12', '61'),
      roundsKeys.orders(ALICE, undefined),
      roundsKeys.orders(ALICE, 'failed'),
      roundsKeys.orders(BOB, undefined),
      roundsKeys.order(ALICE, '7'),
      roundsKeys.order(BOB, '7'),
    ];
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  });
});

test('ordersQuery: sends a filter only if there is one', async () => {
  network.reply(ORDERS, { items: [], nextCursor: null } as ReplyOf<typeof ORDERS>);
  await queryClient.fetchInfiniteQuery(ordersQuery(ALICE, undefined));
  await queryClient.fetchInfiniteQuery(ordersQuery(ALICE, 'failed'));
  expect(network.calls(ORDERS)).toEqual([
    { cursor: null, limit: 20 },
    { status: 'failed', cursor: null, limit: 20 },
  ]);
});

/** Returns the refetch interval of a query with these data: milliseconds, or false. */
function refreshOf(options: { refetchInterval?: unknown }, data: unknown): unknown {
  if (typeof options.refetchInterval !== 'function') throw new Error('the query has no refresh of its own');
  return options.refetchInterval({ state: { data } });
}

describe('refreshing', () => {
  test.each(['open', 'full', 'settling', 'minted', 'failed', 'liquidating'])(
    'a round that is %s is refreshed faster',
    (state) => {
      const idle = Number(refreshOf(roundQuery('3'), { round: { state: 'scheduled' } }));
      expect(Number(refreshOf(roundQuery('3'), { round: { state } }))).toBeLessThan(idle);
      expect(refreshOf(roundQuery('3'), { round: null })).toBe(idle);
    },
  );

  test('refreshes orders while one of them is active', () => {
    const pages = (state: string) => ({ pages: [{ items: [] }, { items: [{ state: 'ended' }, { state }] }] });
    expect(refreshOf(ordersQuery(ALICE, undefined), pages('active'))).toBeGreaterThan(0);
    expect(refreshOf(ordersQuery(ALICE, undefined), pages('minted'))).toBe(false);
  });

  test('refreshes an order until it has ended, and its round, which may have been read before it', () => {
    const refresh = (order: string, round: string) =>
      refreshOf(orderQuery(ALICE, '7'), { order: { state: order }, round: { state: round } });
    expect(refresh('minted', 'minted')).toBeGreaterThan(0);
    expect(refresh('ended', 'liquidating')).toBeGreaterThan(0);
    expect(refresh('ended', 'ended')).toBe(false);
  });
});
