import { DAY_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listMinedPayments, readMinedSpans, readMiningTotals } from '#miner/queries/mined-days.ts';
import type { Database } from '#platform/database/database.ts';
import { readPoolEarnings, readPoolTotals } from './queries/pools.ts';

const DAYS = 300;
/**
 * Maximum number of rows that a page of 20 of two pools may read: its shares and their days, in tables and indexes, and
 * a few more.
 */
const MOST_ROWS = 250;
const TABLES = ['pool_share', 'pool_day'];

let member: bigint;
let stranger: bigint;

/** Pools and mining of this many days; one user has a share of each day, the other none. */
const many = databaseOfMany(TABLES, async (db) => {
  [member = 0n, stranger = 0n] = await buildParticipants(db, { count: 2, available: 1n });
  await sql`insert into pool_day (day, pool, gathered_to, weights, release, paid, after_user, paid_at)
    select n, pool, 1000, 10, 1000, 1000, 1000, timestamptz 'epoch' + interval '1 day' * (n + 1)
    from generate_series(1, ${DAYS}::int) n, unnest(array['nodes', 'levels']) pool`.execute(db);
  await sql`insert into pool_share (day, pool, user_id, weight, attributed)
    select day, pool, u, 1, 1 from pool_day, generate_series(10000, 10009) u
    union all select day, pool, ${member}::bigint, 1, 1 from pool_day`.execute(db);
  await sql`insert into mining_day (day, machines, hash_rate, emission, paid, paid_at)
    select n, 1, 10, 10, 10, timestamptz 'epoch' + interval '1 day' * (n + 1)
    from generate_series(1, ${DAYS}::int) n`.execute(db);
  await sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    values (${member}::bigint, 1, 1, 10, timestamptz 'epoch', 1, ${DAYS}::int)`.execute(db);
  await sql`insert into machine_day (day, user_id, machine_id, hash_rate, output)
    select n, user_id, id, 10, 10 from machine, generate_series(1, ${DAYS}::int) n`.execute(db);
});

const { rowsOf } = many;
const poolPage = (userId: bigint) => ({ userId, pools: ['nodes', 'levels'] as const, limit: 20 });

describe('of very many days', () => {
  test('default: for a user without a share no day of the pools is read', async () => {
    const rows = await rowsOf(async (reader) => {
      // More often than a connection plans a statement for its own values.
      for (let n = 0; n < 8; n += 1) {
        expect(await readPoolEarnings(reader, poolPage(stranger))).toEqual([]);
        expect((await readPoolTotals(reader, stranger)).nodes.total).toBe(0n);
      }
    });
    expect(rows).toBeLessThan(8 * 10);
  });

  test('default: totals of a share of every day read the days once, not one by one', async () => {
    const rows = await rowsOf(async (reader) => {
      expect((await readPoolTotals(reader, member)).nodes.total).toBe(100n * BigInt(DAYS));
    });
    // Each share with its index entry, and each day.
    expect(rows).toBeLessThan(2 * DAYS * 3.5);
  });

  /** Returns the result, and the number of searches for machine days. */
  const searchesOf = (read: (reader: Database) => Promise<unknown>) =>
    many.db.transaction().execute(async (tx) => {
      const before = await readSearches(tx);
      const found = await read(tx);
      return { found, searches: (await readSearches(tx)) - before };
    });
  const readSearches = async (tx: Database) => {
    const { rows } = await sql<{ searches: number }>`
      select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as searches
      from pg_stat_xact_user_tables where relname = 'machine_day'`.execute(tx);
    return rows[0]?.searches ?? 0;
  };

  test('behavior: searches machine days only on the user’s own days', async () => {
    const totalOf = (userId: bigint) => searchesOf(async (tx) => (await readMiningTotals(tx, userId)).output.total);
    expect(await totalOf(stranger)).toEqual({ found: 0n, searches: 0 });
    const own = await totalOf(member);
    expect(own.found).toBe(10n * BigInt(DAYS));
    expect(own.searches).toBeGreaterThanOrEqual(DAYS);
  });

  test('behavior: a page of mined days searches only its own days, and a span only its own', async () => {
    const daysOf = (filter: { from?: number; to?: number }) =>
      searchesOf(async (tx) =>
        (await listMinedPayments(tx, { userId: member, limit: 20, ...filter })).map(({ day }) => day),
      );
    const latest = await daysOf({});
    expect(latest.found).toEqual(Array.from({ length: 20 }, (_, n) => DAYS - n));
    expect(latest.searches).toBe(20);
    const paidAt = (day: number) => (day + 1) * DAY_MS;
    expect(await daysOf({ from: paidAt(100), to: paidAt(105) })).toEqual({
      found: [104, 103, 102, 101, 100],
      searches: 5,
    });
    const spans = await searchesOf((tx) =>
      readMinedSpans(tx, { userId: member, bounds: [paidAt(7), paidAt(9), paidAt(12)] }),
    );
    expect(spans.searches).toBe(5);
    expect(spans.found).toHaveLength(2);
    expect(spans.found).toEqual(
      expect.arrayContaining([
        { span: 0, amount: 20n },
        { span: 1, amount: 30n },
      ]),
    );
  });

  test('behavior: a page of pool payments reads only its own shares, latest first', async () => {
    let page: Awaited<ReturnType<typeof readPoolEarnings>> = [];
    const rows = await rowsOf(async (reader) => {
      page = await readPoolEarnings(reader, poolPage(member));
    });
    const expected = Array.from({ length: 10 }, (_, n) => [
      ['levels', DAYS - n, 100n],
      ['nodes', DAYS - n, 100n],
    ]).flat();
    expect(page.map(({ pool, day, amount }) => [pool, day, amount])).toEqual(expected);
    expect(rows).toBeLessThan(MOST_ROWS);
    const after = page.at(-1)?.key ?? null;
    const next = await readPoolEarnings(many.db, { ...poolPage(member), after });
    expect(next.map(({ day }) => day)).toEqual(expected.map(([, day]) => Number(day) - 10));
  });

  test('behavior: for a time long ago no share of an earlier or later day is read', async () => {
    const paidAt = (day: number) => (day + 1) * DAY_MS;
    let page: Awaited<ReturnType<typeof readPoolEarnings>> = [];
    const times = 8;
    const rows = await rowsOf(async (reader) => {
      for (let n = 0; n < times; n += 1) {
        page = await readPoolEarnings(reader, { ...poolPage(member), from: paidAt(100), to: paidAt(103) });
      }
    });
    expect(page.map(({ pool, day }) => [pool, day])).toEqual(
      [102, 101, 100].flatMap((day) => [
        ['levels', day],
        ['nodes', day],
      ]),
    );
    // Only the last day before it is searched, among the days of each pool; 600 shares would be four rows each.
    expect(rows / times).toBeLessThan(4 * DAYS);
  });

  test('counter: without the index of users all shares are read', async () => {
    await sql`drop index pool_share_by_user`.execute(many.db);
    expect(await rowsOf((reader) => readPoolTotals(reader, stranger))).toBeGreaterThan(2 * DAYS);
    await sql`create index pool_share_by_user on pool_share (user_id, pool, day)`.execute(many.db);
  });
});
