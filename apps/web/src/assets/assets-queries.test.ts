import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import {
  assetsKeys,
  assetsQuery,
  balanceLineQuery,
  eventQuery,
  eventSumsQuery,
  eventsQuery,
  latestRechargesQuery,
  latestWithdrawalsQuery,
  withdrawalQuery,
  withdrawLimitsQuery,
} from './assets-queries.ts';
import { receiptQuery, walletFundsQuery } from './chain/chain-queries.ts';

const EVENTS = 'POST /api/app/user/assetEventLog';
type Events = ReplyOf<typeof EVENTS>;

let network: FakeNetwork;

beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

describe('assetsKeys', () => {
  test.each([
    ['balances', assetsKeys.allBalances, assetsKeys.balances(ALICE)],
    ['events', assetsKeys.allEvents, assetsKeys.events(ALICE, { kind: 'recharge' })],
    ['latest recharges', assetsKeys.allEvents, assetsKeys.latestRecharges(ALICE)],
    ['latest withdrawals', assetsKeys.allEvents, assetsKeys.latestWithdrawals(ALICE)],
    ['limits', assetsKeys.allLimits, assetsKeys.limits(ALICE)],
    ['a withdrawal', assetsKeys.allWithdrawals, assetsKeys.withdrawal(ALICE, '7')],
  ])('the key of %s begins with the prefix that invalidates it', (_what, prefix, key) => {
    expect(key.slice(0, prefix.length)).toEqual(prefix);
  });

  test('two accounts, filters and ids have different keys', () => {
    const keys = [
      assetsKeys.balances(ALICE),
      assetsKeys.balances(BOB),
      assetsKeys.events(ALICE, {}),
      assetsKeys.events(ALICE, { kind: 'recharge' }),
      assetsKeys.events(BOB, {}),
      assetsKeys.latestRecharges(ALICE),
      assetsKeys.latestWithdrawals(ALICE),
      assetsKeys.balanceLine(ALICE, [1, 2]),
      assetsKeys.balanceLine(ALICE, [1, 3]),
      assetsKeys.balanceLine(BOB, [1, 2]),
      assetsKeys.limits(ALICE),
      assetsKeys.limits(BOB),
      assetsKeys.event(ALICE, 'd-1'),
      assetsKeys.event(ALICE, 'd-2'),
      assetsKeys.withdrawal(ALICE, '1'),
    ];
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  });
});

describe('eventQuery', () => {
  test('default: returns the event with this id', async () => {
    network.reply(EVENTS, { items: [{ eventId: 'd-7', status: 'completed' }], nextCursor: null } as Events);
    expect(await queryClient.fetchQuery(eventQuery(ALICE, 'd-7'))).toMatchObject({ eventId: 'd-7' });
    expect(network.calls(EVENTS)).toEqual([{ eventId: 'd-7' }]);
  });

  test('behavior: returns null if the account has no such event', async () => {
    network.reply(EVENTS, { items: [], nextCursor: null });
    expect(await queryClient.fetchQuery(eventQuery(ALICE, 'd-7'))).toBeNull();
  });
});

test('eventsQuery: fetches each page with the cursor of the previous page', async () => {
  network.reply(EVENTS, { items: [], nextCursor: 'next' });
  await queryClient.fetchInfiniteQuery({ ...eventsQuery(ALICE, { kind: 'withdrawal' }), pages: 2 });
  expect(network.calls(EVENTS)).toEqual([
    { kind: 'withdrawal', cursor: null, limit: 20 },
    { kind: 'withdrawal', cursor: 'next', limit: 100 },
  ]);
});

/** Returns the refetch interval of a query with these data: milliseconds, or false. */
function refreshOf(options: { refetchInterval?: unknown }, data: unknown): unknown {
  if (typeof options.refetchInterval !== 'function') throw new Error('the query has no refresh of its own');
  return options.refetchInterval({ state: { data } });
}

describe('refreshing', () => {
  test('refreshes balances faster while a recharge is unconfirmed', () => {
    const slow = Number(refreshOf(assetsQuery(ALICE), { pendingRecharges: [] }));
    const fast = Number(refreshOf(assetsQuery(ALICE), { pendingRecharges: [{}] }));
    expect(fast).toBeLessThan(slow);
  });

  test('does not refresh a final event or withdrawal', () => {
    expect(refreshOf(eventQuery(ALICE, 'd-7'), { status: 'in-progress' })).toBeGreaterThan(0);
    expect(refreshOf(eventQuery(ALICE, 'd-7'), { status: 'completed' })).toBe(false);
    for (const state of ['requested', 'approved', 'signed', 'submitted', 'confirming']) {
      expect(refreshOf(withdrawalQuery(ALICE, '7'), { state })).toBeGreaterThan(0);
    }
    for (const state of ['completed', 'returned'])
      expect(refreshOf(withdrawalQuery(ALICE, '7'), { state })).toBe(false);
  });
});

describe('the offline copy', () => {
  test('default: contains the API’s replies for the account, and belongs to the account', () => {
    const queries = [
      assetsQuery(ALICE),
      eventsQuery(ALICE, {}),
      eventSumsQuery(ALICE, [1, 2]),
      latestWithdrawalsQuery(ALICE),
      balanceLineQuery(ALICE, [1, 2]),
      eventQuery(ALICE, 'w-1'),
      withdrawLimitsQuery(ALICE),
      withdrawalQuery(ALICE, '7'),
    ];
    expect(new Set(queries.map(({ meta }) => meta?.copiedFor))).toEqual(new Set([ALICE]));
  });

  test('behavior: excludes chain reads, whose bigints JSON cannot represent, and pending operations', () => {
    const funds = walletFundsQuery({ account: ALICE, currency: 'JU', vault: ALICE, fmc: ALICE });
    const left = [funds, receiptQuery('0x1'), latestRechargesQuery(ALICE)];
    expect(left.map(({ meta }) => meta?.copiedFor)).toEqual([undefined, undefined, undefined]);
  });
});
