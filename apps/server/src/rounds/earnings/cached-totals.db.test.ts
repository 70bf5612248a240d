import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { readPendingHashPower } from '../hash-power/queries.ts';
import { runRounds } from '../jobs.ts';
import { createJoinRound } from '../join/commands.ts';
import { readOrderTotals } from '../orders/queries/order-totals.ts';
import { cacheTotals } from './commands.ts';
import { readRoundSpans } from './queries/earned-spans.ts';
import { readEarningTotals } from './queries/earning-totals.ts';
import { findWrongTotals } from './queries/wrong-totals.ts';

describe('cached totals', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let owner: Database;
  let api: Database;
  let joinRound: ReturnType<typeof createJoinRound>;
  let cities = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool({ url: database.url, maxConnections: 4 });
    owner = databaseOver(pool);
    api = databaseOver(createPool({ ...asRole(database.url, 'city_mint_api'), maxConnections: 2 }));
    joinRound = createJoinRound({ pool, db: owner });
    await buildFunds(owner, { reserve: 1_000n * JU, emission: 1_000_000n * JU });
    await sql`update reserve_setting set cap = 0`.execute(owner);
  });
  afterAll(async () => {
    await Promise.all([owner.destroy(), api.destroy()]);
    await database.drop();
  });

  const open = (stageDelaysMs: [number, number, number] = [0, 1, 2]) => {
    cities += 1;
    const terms = { stageDelaysMs };
    return openRound(
      owner,
      buildPlan({ city: `City ${cities}`, firstQuota: tokenAmount(100n * JU), rounds: 1, terms }),
    );
  };
  const join = async (round: OpenRound, userId: bigint, units: bigint) => {
    const amount = tokenAmount(units * JU);
    const answer = await joinRound({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
    expect(answer).toHaveProperty('order');
  };
  /** What is read where nothing of the user is cached. */
  const readAnew = async (userId: bigint, now = Date.now()) => {
    let totals: Awaited<ReturnType<typeof readWith>> | undefined;
    const undone = owner.transaction().execute(async (tx) => {
      for (const table of ['cached_checkpoint', 'cached_earning', 'cached_order', 'uncached_order']) {
        await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
      }
      totals = await readWith(tx, userId, now);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    return totals;
  };
  const read = (userId: bigint, now = Date.now()) => readWith(api, userId, now);
  const readWith = async (db: Database, userId: bigint, now: number) => {
    const { byKind, stages } = await readEarningTotals(db, userId);
    const { toCache: _read, ...orders } = await readOrderTotals(db, userId);
    const pending = await readPendingHashPower(db, userId);
    const spans = await Promise.all(boundsOf(now).map((bounds) => readRoundSpans(db, { userId, bounds })));
    const keyOf = ({ span, kind, stage }: (typeof spans)[number]['sums'][number]) => `${span} ${kind} ${stage}`;
    const sums = spans.map((one) => one.sums.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))));
    return { byKind, stages, orders, pending, sums };
  };
  /** Bounds within hours, at the beginning of hours, and of days. */
  const boundsOf = (now: number) => {
    const [hour, day] = [now - (now % 3_600_000), now - (now % 86_400_000)];
    return [
      [now - 9 * 86_400_000, hour - 7_000_000, hour - 1, hour + 1, now - 1_000, now + 60_000],
      [hour - 48 * 3_600_000, hour - 3_600_000, hour, hour + 3_600_000],
      [day - 3 * 86_400_000, day - 86_400_000, day, day + 86_400_000],
    ];
  };
  /** As if a round of which nothing is cached yet had been settled and paid so long ago. */
  const makeOlder = async ({ roundId }: OpenRound, by: string) => {
    await sql`update round_settlement set settled_at = settled_at - ${by}::interval
      where round_id = ${roundId}`.execute(owner);
    await sql`update round_stage set paid_at = paid_at - ${by}::interval where round_id = ${roundId}`.execute(owner);
  };
  /** Settles what can be settled and pays all stages. */
  const runToTheEnd = async () => {
    await runRounds(owner);
    const unpaid = await owner.selectFrom('round').select('id').where('state', '=', 'minted').execute();
    if (unpaid.length > 0) await runToTheEnd();
  };
  const expectSame = async (userId: bigint) => {
    const now = Date.now();
    const anew = await readAnew(userId, now);
    expect(await read(userId, now)).toEqual(anew);
    await Promise.all([cacheTotals(api, userId), cacheTotals(api, userId)]);
    expect(await read(userId, now)).toEqual(anew);
    await cacheTotals(api, userId);
    expect(await read(userId, now)).toEqual(anew);
    expect(await findWrongTotals(owner)).toEqual([]);
  };

  test('default: what is cached changes no total, whenever it is written, and is not read again', async () => {
    const [userId = 0n, other = 0n] = await buildParticipants(owner, { count: 2, available: 10_000n * JU });
    const rounds = [await open(), await open(), await open()] as const;
    for (const units of [10n, 20n, 30n]) for (const round of rounds) await join(round, userId, units);
    await expectSame(userId);
    await join(rounds[1], other, 40n);
    await runRounds(owner);
    await expectSame(userId);
    await closeWindow(owner, rounds[0].roundId);
    await runRounds(owner);
    await makeOlder(rounds[0], '5 hours');
    // The reserve compensated all of its losses.
    await sql`update order_settlement set hash_power = amount where round_id = ${rounds[0].roundId}`.execute(owner);
    await expectSame(userId);
    await join(rounds[2], userId, 40n);
    await runToTheEnd();
    await expectSame(userId);
    const { rows } = await sql<{ outcome: string; orders: number }>`
      select outcome, sum(orders)::int as orders from cached_order
      where user_id = ${userId} group by 1 order by 1`.execute(owner);
    expect(rows).toEqual([
      { outcome: 'failed', orders: 3 },
      { outcome: 'minted', orders: 7 },
    ]);
    expect((await readEarningTotals(api, userId)).toCache).toBe(0);
    const { byKind, orders, pending } = await read(userId);
    expect(byKind.settle.total).toBeGreaterThan(0n);
    expect(orders.byOutcome.failed.orders).toBe(3);
    expect(pending).toBe(60n * JU);
    await sql`select claim_hash_power(array[${userId}]::bigint[])`.execute(owner);
    expect(await readPendingHashPower(api, userId)).toBe(0n);
  });

  test('behavior: an order whose later stages are not paid is counted once, whatever the bounds', async () => {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10_000n * JU });
    const waiting = await open([0, 3_600_000, 7_200_000]);
    for (const round of [waiting, await open()]) await join(round, userId, 100n);
    await sql`update mint_order set joined_at = joined_at - interval '2 hours' where user_id = ${userId}`.execute(
      owner,
    );
    await runRounds(owner);
    await runRounds(owner);
    await expectSame(userId);
    const remembered = await owner
      .selectFrom('uncached_order')
      .select('order_id')
      .where('user_id', '=', userId)
      .execute();
    expect(remembered).toHaveLength(1);
    const { stages } = await read(userId);
    expect(stages.map(({ pending, nextDueAt }) => pending > 0n && nextDueAt !== null)).toEqual([false, true, true]);
    await sql`update round_stage set due_at = now() where round_id = ${waiting.roundId} and paid_at is null`.execute(
      owner,
    );
    await sql`update round set due_at = now() where id = ${waiting.roundId}`.execute(owner);
    await runToTheEnd();
    await expectSame(userId);
  });

  test('behavior: cached a few orders at a time, and ended in between, totals are the same', async () => {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10_000n * JU });
    const round = await open();
    for (const units of [10n, 15n, 20n, 25n, 30n]) await join(round, userId, units);
    await closeWindow(owner, round.roundId);
    await runToTheEnd();
    await makeOlder(round, '5 hours');
    const now = Date.now();
    const anew = await readAnew(userId, now);
    const { rows } = await sql`select cache_totals(${userId}, 2) as is_more`.execute(api);
    expect(rows).toEqual([{ is_more: true }]);
    expect((await readOrderTotals(api, userId)).toCache).toBe(3);
    expect(await read(userId, now)).toEqual(anew);
    await cacheTotals(api, userId, 2);
    expect((await readOrderTotals(api, userId)).toCache).toBe(0);
    expect(await read(userId, now)).toEqual(anew);
  });

  test('behavior: rewards are cached an hour after their rounds were settled', async () => {
    const [inviter = 0n, userId = 0n] = await buildParticipants(owner, { count: 2, available: 10_000n * JU });
    await sql`update participant set inviter_id = ${inviter} where user_id = ${userId}`.execute(owner);
    const qualifying = await open();
    await join(qualifying, inviter, 100n);
    await runRounds(owner);
    for (const [minutes, cachedTo] of [
      [90, 100],
      [70, 80],
    ] as const) {
      const rewarded = await open();
      await join(rewarded, userId, 100n);
      await runRounds(owner);
      await expectSame(inviter);
      await makeOlder(rewarded, `${minutes} minutes`);
      await sql`update cached_checkpoint set rewards_to = now() - interval '1 minute' * ${cachedTo}::int
        where user_id = ${inviter}`.execute(owner);
      await expectSame(inviter);
    }
    const { rows } = await sql<{ reward: bigint }>`
      select sum(reward) as reward from cached_earning where user_id = ${inviter} and hours = 24`.execute(owner);
    expect(rows[0]?.reward).toBeGreaterThan(0n);
    expect(rows[0]?.reward).toBe((await read(inviter)).byKind.reward.total);
    expect((await readEarningTotals(api, inviter)).toCache).toBe(0);
  });

  test('counter: a cached total that is not what the orders come to is found', async () => {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10_000n * JU });
    await join(await open(), userId, 100n);
    await runToTheEnd();
    await cacheTotals(api, userId);
    expect(await findWrongTotals(owner)).toEqual([]);
    for (const [table, column] of [
      ['cached_order', 'net'],
      ['cached_earning', 'stage1'],
    ] as const) {
      const change = (by: number) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
          where user_id = ${userId}`.execute(owner);
      await change(1);
      expect(await findWrongTotals(owner)).toEqual([userId]);
      await change(-1);
    }
    expect(await findWrongTotals(owner)).toEqual([]);
  });

  /**
   * Keeps totals while an order of an open round, older than one that is settled, is not committed yet. Returns what is
   * then missing from them.
   */
  async function missingOfLateOrder(): Promise<bigint> {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10_000n * JU });
    const [slow, quick] = [await open(), await open()];
    const { rows } = await sql<{ id: bigint }>`select nextval('mint_order_id_seq') as id`.execute(owner);
    const late = rows[0]?.id ?? 0n;
    await join(quick, userId, 100n);
    await runToTheEnd();
    await cacheTotals(api, userId);
    // As if its transaction, which drew the id first, committed only now.
    await sql`select setval('mint_order_id_seq', ${late}, false)`.execute(owner);
    await join(slow, userId, 100n);
    await sql`select setval('mint_order_id_seq', (select max(id) from mint_order))`.execute(owner);
    await runRounds(owner);
    await cacheTotals(api, userId);
    const anew = await readAnew(userId);
    return (anew?.byKind.settle.total ?? 0n) - (await read(userId)).byKind.settle.total;
  }

  test('behavior: an order that commits late is not missed', async () => {
    expect(await missingOfLateOrder()).toBe(0n);
    expect(await findWrongTotals(owner)).toEqual([]);
  });

  test('broken twin: a checkpoint that ignores open rounds misses it, and verify:ledger says so', async () => {
    const { rows } = await sql<{
      source: string;
    }>`select pg_get_functiondef('cache_totals'::regproc) as source`.execute(owner);
    const source = rows[0]?.source ?? '';
    const broken = source.replace('min(first_order_id) - 1', 'max(9223372036854775807)');
    expect(broken).not.toBe(source);
    await sql.raw(broken).execute(owner);
    expect(await missingOfLateOrder()).toBeGreaterThan(0n);
    expect(await findWrongTotals(owner)).toHaveLength(1);
    await sql.raw(source).execute(owner);
  });

  test('behavior: the api’s role keeps only what the function sums up', async () => {
    for (const table of ['cached_checkpoint', 'cached_earning', 'cached_order', 'uncached_order']) {
      await expect(sql`delete from ${sql.table(table)}`.execute(api)).rejects.toThrow('permission denied');
      await expect(sql`insert into ${sql.table(table)} values (1)`.execute(api)).rejects.toThrow('permission denied');
    }
  });
});
