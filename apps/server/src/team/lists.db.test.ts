import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { newPerson, type Person } from '@city-mint/tests/builders/person';
import { bind, buildSettledRound } from '@city-mint/tests/builders/teams';
import { countRowsRead } from '@city-mint/tests/setup/count-rows-read';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { runTeam } from './jobs.ts';
import { LEG_KEY, listDirectsByPerformance } from './queries/directs.ts';
import { listTeamDays } from './queries/team-days.ts';
import { MOST_UNLISTED_DIRECTS } from './store/members.ts';

const UNIT = 10n ** 18n;

let database: TestDatabase;
let db: Database;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  db = databaseOver(createPool({ url: database.url }));
  api = await startTestApi({ databaseUrl: database.url });
});
afterAll(async () => {
  await api.stop();
  await db.destroy();
  await database.drop();
});

/** A signed-in user with this many direct referrals. */
async function buildInviter(count: number): Promise<Person & { readonly directs: bigint[] }> {
  const person = await newPerson({ api, db });
  await sql`insert into participant (user_id) values (${person.userId}) on conflict do nothing`.execute(db);
  const directs = await buildParticipants(db, { count, available: 0n });
  for (const direct of directs) await bind(db, direct, person.userId);
  return { ...person, directs };
}

async function addressOf(userId: bigint | undefined): Promise<string> {
  const row = await db
    .selectFrom('app_user')
    .select('address')
    .where('id', '=', userId ?? 0n)
    .executeTakeFirstOrThrow();
  return row.address.toLowerCase();
}

/** All items of a list, read in pages of two. */
async function listAll<Item>(
  readNext: (cursor: string | null) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await readNext(cursor);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

const listDirects = ({ token }: Person, order: 'newest' | 'performance') =>
  listAll(async (cursor) => {
    const answer = await api.client(token).call('POST /api/biz/directs', { order, cursor, limit: 2 });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  });

const readRecord = ({ token }: Person) =>
  listAll(async (cursor) => {
    const answer = await api.client(token).call('POST /api/biz/team/record', { cursor, limit: 2 });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  });

describe('directs', () => {
  test('default: by the performance of their legs, largest first; without any listed only by time', async () => {
    const inviter = await buildInviter(5);
    const [one = 0n, two = 0n, three = 0n, four = 0n, five = 0n] = inviter.directs;
    const [below = 0n] = await buildParticipants(db, { count: 1, available: 0n });
    await bind(db, below, one);
    const orders = [
      { userId: two, amount: 30n * UNIT, reward: 2n },
      { userId: three, amount: 10n * UNIT },
      { userId: four, amount: 10n * UNIT },
      { userId: below, amount: 50n * UNIT + 1n },
    ];
    await buildSettledRound(db, { outcome: 'minted', orders });
    await buildSettledRound(db, { outcome: 'failed', orders: [{ userId: five, amount: 90n * UNIT }] });
    await runTeam(db);
    const byPerformance = await listDirects(inviter, 'performance');
    const legs = byPerformance.map((direct) => [direct.ownPerformance, direct.teamPerformance, direct.earnedForMe]);
    expect(legs).toEqual([
      ['0', '50.000000000000000001', '0'],
      ['30', '0', formatAmount(tokenAmount(2n))],
      ['10', '0', '0'],
      ['10', '0', '0'],
    ]);
    const addresses = byPerformance.map(({ address }) => address.toLowerCase());
    expect(addresses).toEqual(await Promise.all([one, two, four, three].map(addressOf)));
    const newest = (await listDirects(inviter, 'newest')).map(({ address }) => address.toLowerCase());
    expect(newest).toEqual(await Promise.all([five, four, three, two, one].map(addressOf)));
  });

  test('behavior: a cursor of one sort order is invalid for the other', async () => {
    const inviter = await buildInviter(2);
    const client = api.client(inviter.token);
    const page = await client.call('POST /api/biz/directs', { order: 'newest', limit: 1 });
    const cursor = page.ok ? page.data.nextCursor : null;
    expect(cursor).not.toBeNull();
    const other = await client.call('POST /api/biz/directs', { order: 'performance', cursor, limit: 1 });
    expect(other).toMatchObject({ ok: false, error: 'cursor-format' });
  });

  test('behavior: a page of thousands by performance, and one of a record, read no one else’s rows', async () => {
    const inviter = await buildInviter(1);
    const directs = await buildParticipants(db, { count: 5_000, available: 0n });
    await sql`insert into team_bind (user_id, inviter_id)
      select u, ${inviter.userId} from unnest(${directs}::bigint[]) u`.execute(db);
    await sql`insert into team_member (user_id, inviter_id, own_performance, listed_leg)
      select u, ${inviter.userId}, u, u from unnest(${directs}::bigint[]) u`.execute(db);
    const setCount = (count: number) =>
      sql`insert into team_member (user_id, direct_count)
      values (${inviter.userId}, ${count}) on conflict (user_id) do update set direct_count = ${count}::int`.execute(
        db,
      );
    await setCount(directs.length);
    await sql`insert into team_day (day, user_id, recommended, bound)
      select date '2020-01-01' + n % 700, ${inviter.userId} + n / 700, 1, 1 from generate_series(0, 6999) n`.execute(
      db,
    );
    await sql`analyze team_bind, team_member, team_day, app_user`.execute(db);
    const { userId: inviterId } = inviter;
    const tables = ['team_bind', 'team_member', 'team_day'];
    const byPerformance = await countRowsRead({ url: database.url, tables }, async (reader) => {
      expect(await listDirectsByPerformance(reader, { inviterId, after: null, limit: 30 })).toHaveLength(30);
    });
    expect(byPerformance).toBeLessThan(200);
    const record = await countRowsRead({ url: database.url, tables }, async (reader) => {
      expect(await listTeamDays(reader, { userId: inviterId, before: null, limit: 30 })).toHaveLength(30);
    });
    // The user has 700 of 7,000 days.
    expect(record).toBeLessThan(1_500);
    // The broken twin: unlisted, all of them are sorted.
    await sql`update team_member set listed_leg = null where inviter_id = ${inviterId}`.execute(db);
    await setCount(0);
    const sorted = await countRowsRead({ url: database.url, tables }, (reader) =>
      listDirectsByPerformance(reader, { inviterId, after: null, limit: 30 }),
    );
    expect(sorted).toBeGreaterThan(5_000);
  });

  test('behavior: one more than the limit for sorting, and the index lists them all, in the same order', async () => {
    const inviter = await buildInviter(MOST_UNLISTED_DIRECTS);
    const listed = async () => {
      const { rows } = await sql<{ n: bigint }>`select count(listed_leg) as n from team_member
        where inviter_id = ${inviter.userId}`.execute(db);
      return Number(rows[0]?.n ?? -1n);
    };
    const order = async () => {
      const page = { inviterId: inviter.userId, after: null, limit: 2 * MOST_UNLISTED_DIRECTS };
      return (await listDirectsByPerformance(db, page)).map(({ userId, ownPerformance }) => [userId, ownPerformance]);
    };
    const settle = async (directs: readonly bigint[], amountOf: (n: number) => bigint) => {
      const orders = directs.map((userId, n) => ({ userId, amount: amountOf(n) }));
      await buildSettledRound(db, { outcome: 'minted', orders });
      await runTeam(db);
    };
    await settle(inviter.directs, (n) => BigInt(1 + (n % 7)));
    expect(await listed()).toBe(0);
    const before = await order();
    expect(before).toHaveLength(MOST_UNLISTED_DIRECTS);

    const [oneMore = 0n] = await buildParticipants(db, { count: 1, available: 0n });
    await bind(db, oneMore, inviter.userId);
    await runTeam(db);
    expect(await listed()).toBe(MOST_UNLISTED_DIRECTS + 1);
    expect(await order()).toEqual(before);
    const [another = 0n] = await buildParticipants(db, { count: 1, available: 0n });
    await bind(db, another, inviter.userId);
    await runTeam(db);
    expect(await listed()).toBe(MOST_UNLISTED_DIRECTS + 2);

    // Listed legs grow with each settlement; the order is that of the sums, as if all were sorted.
    await settle([oneMore, another, ...inviter.directs.slice(0, 9)], (n) => BigInt(100 + (n % 3)));
    const { rows } = await sql<{ user_id: bigint; own_performance: bigint }>`
      select user_id, own_performance from team_member where inviter_id = ${inviter.userId}
      order by own_performance + team_performance desc, user_id desc`.execute(db);
    expect(rows[0]?.own_performance).toBeGreaterThan(100n);
    expect(await order()).toEqual(rows.map((row) => [row.user_id, row.own_performance]));
  });

  test('property: a key of any amount comes back from its cursor', () => {
    const keys = fc.record({
      leg: fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }),
      userId: fc.bigInt({ min: 1n, max: 10n ** 17n }),
    });
    fc.assert(
      fc.property(keys, (key) => {
        const numbers = LEG_KEY.toNumbers(key).map(BigInt);
        expect(numbers.every((number) => number < 10n ** 18n)).toBe(true);
        expect(LEG_KEY.fromNumbers(numbers)).toEqual(key);
      }),
    );
    expect(LEG_KEY.fromNumbers([10n ** 17n, 0n, 0n, 0n, 0n, 1n])).toBeUndefined();
    expect(LEG_KEY.fromNumbers([1n])).toBeUndefined();
  });
});

describe('the record of a team', () => {
  test('default: bindings, minted orders and rewards of each UTC day, also when rolled up together', async () => {
    const inviter = await buildInviter(4);
    const [one = 0n, two = 0n] = inviter.directs;
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const at = (daysAgo: number) => new Date(today - daysAgo * DAY_MS + 1_000);
    for (const [index, daysAgo] of [3, 3, 2, 0].entries()) {
      await sql`update team_bind set bound_at = ${at(daysAgo)}
        where user_id = ${inviter.directs[index] ?? 0n}`.execute(db);
    }
    const settle = (daysAgo: number, outcome: 'minted' | 'failed', orders: [bigint, bigint, bigint][]) =>
      buildSettledRound(db, {
        outcome,
        settledAt: at(daysAgo),
        orders: orders.map(([userId, amount, reward]) => ({ userId, amount, reward })),
      });
    await settle(1, 'minted', [
      [one, 3n * UNIT, 7n],
      [two, 4n * UNIT, 8n],
      [inviter.userId, 100n * UNIT, 0n],
    ]);
    await settle(0, 'minted', [[one, 5n * UNIT, 0n]]);
    // The team counts neither a failed order nor the inviter's own.
    await settle(4, 'failed', [[two, 9n * UNIT, 0n]]);
    await settle(5, 'minted', [[inviter.userId, 9n * UNIT, 0n]]);
    await runTeam(db);
    const reward = formatAmount(tokenAmount(15n));
    expect(await readRecord(inviter)).toEqual([
      { day: today, boundDirects: 1, directsMinted: '5', reward: '0' },
      { day: today - DAY_MS, boundDirects: 0, directsMinted: '7', reward },
      { day: today - 2 * DAY_MS, boundDirects: 1, directsMinted: '0', reward: '0' },
      { day: today - 3 * DAY_MS, boundDirects: 2, directsMinted: '0', reward: '0' },
    ]);
    const { ok, ...team } = await api.client(inviter.token).call('GET /api/biz/team', {});
    expect(ok && 'data' in team && team.data).toMatchObject({ directCount: 4, earnings: { reward } });
  });

  test('behavior: a user without a team has no record', async () => {
    expect(await readRecord(await newPerson({ api, db }))).toEqual([]);
  });
});

test('the next level and node type state their requirements and the missing amounts', async () => {
  const inviter = await buildInviter(3);
  const read = async () => {
    const answer = await api.client(inviter.token).call('GET /api/biz/team', {});
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  };
  expect(await read()).toMatchObject({
    nextLevel: { level: 1, smallAreaPerformance: '10000', missing: '10000' },
    nextNodeType: { nodeType: 'personal', joinedDirects: 3, missingDirects: 3, missingPerformance: '10000' },
  });
  const [one = 0n, two = 0n, three = 0n] = inviter.directs;
  const amounts = [20_000n, 9_000n, 1_500n];
  const orders = [one, two, three].map((userId, index) => ({ userId, amount: amounts[index] ?? 0n }));
  await buildSettledRound(db, {
    outcome: 'minted',
    orders: orders.map(({ userId, amount }) => ({ userId, amount: amount * UNIT })),
  });
  await runTeam(db);
  expect(await read()).toMatchObject({
    teamLevel: 1,
    nodeType: 'personal',
    smallAreaPerformance: '10500',
    nextLevel: { level: 2, smallAreaPerformance: '50000', missing: '39500' },
    nextNodeType: {
      nodeType: 'community',
      joinedDirects: 10,
      missingDirects: 7,
      teamPerformance: '100000',
      missingPerformance: '69500',
    },
  });
});
