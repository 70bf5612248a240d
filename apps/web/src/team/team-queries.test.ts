import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { beadsQuery, teamKeys, teamQuery } from './team-queries.ts';

const DIRECTS = 'POST /api/biz/directs';
type Direct = ReplyOf<typeof DIRECTS>['items'][number];

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

test('teamKeys: differ by account, order, board and reader; an invalidation of the team reaches the team’s', () => {
  const own = [
    teamKeys.team(ALICE),
    teamKeys.team(BOB),
    teamKeys.beads(ALICE),
    teamKeys.earnings(ALICE),
    teamKeys.directs(ALICE, 'newest'),
    teamKeys.directs(ALICE, 'performance'),
    teamKeys.record(ALICE),
  ];
  const boards = [
    teamKeys.board('mint', 'week', null),
    teamKeys.board('mint', 'week', ALICE),
    teamKeys.board('mint', 'month', ALICE),
    teamKeys.board('liquidation', 'week', ALICE),
  ];
  const keys = [...own, ...boards];
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  for (const key of own) expect(key[0]).toBe(teamKeys.all[0]);
  for (const key of boards) expect(key[0]).toBe(teamKeys.allBoards[0]);
});

describe('teamQuery', () => {
  test('behavior: polls every two seconds while an inviter is being bound, otherwise seldom', () => {
    const refresh = teamQuery(ALICE).refetchInterval;
    if (typeof refresh !== 'function') throw new Error('the query has no refresh of its own');
    const refreshWith = (binding: unknown) => Reflect.apply(refresh, null, [{ state: { data: { binding } } }]);
    expect(refreshWith({ superior: BOB, refusal: null })).toBe(2_000);
    expect([refreshWith({ superior: BOB, refusal: 'no' }), refreshWith(null)]).toEqual([15_000, 15_000]);
  });
});

describe('beadsQuery', () => {
  const direct = (address: string) => ({ address }) as Direct;
  /** Answers with these lists of direct referrals. */
  function answer(lists: { readonly performance: string[]; readonly newest: string[] }): void {
    network.handle(DIRECTS, (body) => {
      const order: 'performance' | 'newest' = Object(body).order;
      return Response.json({ code: 200, msg: '', data: { items: lists[order].map(direct), nextCursor: null } });
    });
  }
  const read = async () => (await queryClient.fetchQuery(beadsQuery(ALICE))).map(({ address }) => address);

  test('default: returns the largest, then the newest of the others', async () => {
    answer({ performance: ['a', 'b'], newest: ['c', 'b', 'd'] });
    expect(await read()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('behavior: returns at most thirty, and fetches the newest only if the ring has room', async () => {
    const many = Array.from({ length: 30 }, (_direct, index) => `p${index}`);
    answer({ performance: many, newest: ['n'] });
    expect(await read()).toEqual(many);
    expect(network.calls(DIRECTS)).toHaveLength(1);
    queryClient.clear();
    answer({ performance: many.slice(0, 29), newest: ['n', 'o'] });
    expect(await read()).toEqual([...many.slice(0, 29), 'n']);
  });
});
