import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { expectFound, totalsDatabase } from '@city-mint/tests/setup/totals-database';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { type HeldByRounds, readHeldByRounds } from '../orders/queries/held-by-rounds.ts';
import { readOrderTotals } from '../orders/queries/order-totals.ts';
import { cacheTotals } from './commands.ts';
import { readEarningTotals } from './queries/earning-totals.ts';
import { findWrongTotals } from './queries/wrong-totals.ts';

describe('cached totals of orders with unpaid later stages', () => {
  const totals = totalsDatabase();
  const { open, join, read, readAnew, runToTheEnd, expectSame } = totals;

  /**
   * Makes the next stage of a round due now, also in the cache, although its due time never changes there otherwise.
   */
  const makeDue = async ({ roundId }: OpenRound, stage: 2 | 3) => {
    for (const table of ['round_stage', 'uncached_stage'] as const) {
      await sql`update ${sql.table(table)} set due_at = now()
        where round_id = ${roundId} and stage = ${stage}`.execute(totals.owner);
    }
    await sql`update round set due_at = now() where id = ${roundId}`.execute(totals.owner);
  };
  /** The unpaid later stages that are stored with the cache. */
  const waitingOf = async (userId: bigint) => {
    const rows = await totals.owner
      .selectFrom('uncached_stage')
      .select('stage')
      .where('user_id', '=', userId)
      .orderBy('stage')
      .execute();
    return rows.map(({ stage }) => stage);
  };
  /** A participant with two orders in a round whose later stages are due in one and two hours, and one in another. */
  const joinWaiting = async () => {
    const [userId = 0n] = await buildParticipants(totals.owner, { count: 1, available: 10_000n * JU });
    const waiting = await open([0, 3_600_000, 7_200_000]);
    for (const units of [40n, 60n]) await join(waiting, userId, units);
    await join(await open(), userId, 100n);
    await sql`update mint_order set joined_at = joined_at - interval '2 hours' where user_id = ${userId}`.execute(
      totals.owner,
    );
    await runRounds(totals.owner);
    await runRounds(totals.owner);
    return { userId, waiting };
  };

  test('behavior: orders with unpaid later stages are cached, and each stage once it is paid', async () => {
    const { userId, waiting } = await joinWaiting();
    await expectSame(userId);
    const remembered = await totals.owner.selectFrom('uncached_order').where('user_id', '=', userId).execute();
    expect([remembered.length, await waitingOf(userId)]).toEqual([0, [2, 3]]);
    const pending = (await read(userId)).stages;
    expect(pending.map((stage) => stage.pending > 0n && stage.nextDueAt !== null)).toEqual([false, true, true]);
    await makeDue(waiting, 2);
    await runRounds(totals.owner);
    await runRounds(totals.owner);
    // Paid and not cached yet.
    expect(await waitingOf(userId)).toEqual([2, 3]);
    const { stages } = await read(userId);
    expect(stages.map((stage) => stage.pending > 0n)).toEqual([false, false, true]);
    expect(stages[1]?.paid).toBe((pending[1]?.paid ?? 0n) + (pending[1]?.pending ?? 0n));
    expect((await readEarningTotals(totals.api, userId)).toCache).toBe(1);
    expect((await readOrderTotals(totals.api, userId)).toCache).toBe(1);
    await expectSame(userId);
    expect(await waitingOf(userId)).toEqual([3]);
    await makeDue(waiting, 3);
    await runToTheEnd();
    await expectSame(userId);
    expect(await waitingOf(userId)).toEqual([]);
  });

  test('behavior: two orders that are cached before and after their stage was paid each count once', async () => {
    const { userId, waiting } = await joinWaiting();
    const cacheOne = () => sql`select cache_totals(${userId}, 1)`.execute(totals.api);
    await cacheOne();
    expect(await waitingOf(userId)).toEqual([2, 3]);
    await makeDue(waiting, 2);
    await runRounds(totals.owner);
    await runRounds(totals.owner);
    const now = Date.now();
    expect(await read(userId, now)).toEqual(await readAnew(userId, now));
    await cacheOne();
    expect(await findWrongTotals(totals.owner)).toEqual([]);
    expect(await waitingOf(userId)).toEqual([3]);
    await makeDue(waiting, 3);
    await runToTheEnd();
    await expectSame(userId);
  });

  test('counter: detects a waiting stage in the cache that differs from the orders’', async () => {
    const { userId, waiting } = await joinWaiting();
    await cacheTotals(totals.api, userId);
    await expectFound(totals.owner, userId, [
      ['cached_checkpoint', 'stage3'],
      ['uncached_stage', 'amount'],
    ]);
    for (const stage of [2, 3] as const) await makeDue(waiting, stage);
    await runToTheEnd();
  });
});

/** Rounds whose later stages are due in an hour and in two, each with an order of one wallet. */
const ROUNDS = 1_000;
const TABLES = ['mint_order', 'order_settlement', 'round', 'round_settlement', 'round_stage', 'cached_earning'];
let whale: bigint;

const many = databaseOfMany([...TABLES, 'cached_order', 'uncached_order', 'uncached_stage'], async (db) => {
  [whale = 0n] = await buildParticipants(db, { count: 1, available: 1n });
  const { roundId } = await openRound(db, buildPlan({ city: 'Model', rounds: 1 }));
  await sql`insert into round (plan_id, city_id, phase, number, state, opens_at, closes_at, late_ms, quota, minimum,
      wallet_maximum, first_order_id, order_count)
    select plan_id, city_id, phase, number + n, 'minted', opens_at, closes_at, 0, quota, 1, 0, n, 1
    from round, generate_series(1, ${ROUNDS}::int) n where id = ${roundId}`.execute(db);
  await sql`delete from round where id = ${roundId}`.execute(db);
  await sql`insert into round_settlement
      (round_id, outcome, settled_at, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
    select id, 'minted', now() - interval '2 hours', 1, 1, 1, 1, 1, '{}' from round`.execute(db);
  await sql`insert into round_stage (round_id, stage, amount, due_at, paid_at)
    select id, stage, 1, now() + interval '1 hour' * (stage - 1), case stage when 1 then now() end
    from round, generate_series(1, 3) stage`.execute(db);
  await sql`insert into mint_order (id, round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    overriding system value select first_order_id, id, ${whale}::bigint, 1, 10, 10, gen_random_uuid(),
      now() - interval '3 hours', false from round`.execute(db);
  await sql`insert into order_settlement (order_id, round_id, user_id, rank, amount, late, principal, fee, reward,
      split, stage1, stage2, stage3)
    select id, round_id, user_id, rank, accepted, false, 9, 1, 0, 0, 4, 3, 2 from mint_order`.execute(db);
});

/** Pays a later stage of the first ten rounds, which is due now. */
async function payStage(stage: 2 | 3): Promise<void> {
  const ofTen = sql`round_id in (select id from round order by id limit 10) and stage = ${stage}::int`;
  for (const table of ['round_stage', 'uncached_stage']) {
    await sql`update ${sql.table(table)} set due_at = now() where ${ofTen}`.execute(many.db);
  }
  await sql`update round_stage set paid_at = now() where ${ofTen}`.execute(many.db);
}

test('default: with very many unpaid stages, totals only read those that were paid since', async () => {
  const read = async (reader: Database) => [
    (await readEarningTotals(reader, whale)).stages.map(({ paid, pending }) => [paid, pending]),
    (await readOrderTotals(reader, whale)).fmcDue,
  ];
  let found: unknown;
  const rowsOf = () =>
    many.rowsOf(async (reader) => {
      found = await read(reader);
    });
  // Reads all orders one by one.
  expect(await rowsOf()).toBeGreaterThan(10 * ROUNDS);
  const plain = found;
  await cacheTotals(many.db, whale);
  await sql`vacuum analyze`.execute(many.db);
  expect(await rowsOf()).toBeLessThan(ROUNDS / 10);
  expect(found).toEqual(plain);
  await payStage(2);
  await sql`vacuum analyze`.execute(many.db);
  expect(await rowsOf()).toBeLessThan(ROUNDS / 10 + 10 * 25);
  expect(found).toEqual([
    [
      [4_000n, 0n],
      [30n, 2_970n],
      [0n, 2_000n],
    ],
    4_970n,
  ]);
});

test('behavior: the amounts held by rounds are read from the few uncached orders', async () => {
  const read = async () => {
    let held: HeldByRounds | undefined;
    const rows = await many.rowsOf(async (reader) => {
      held = await readHeldByRounds(reader, whale);
    });
    return { held, rows };
  };
  for (const table of ['cached_checkpoint', 'cached_earning', 'cached_order', 'uncached_stage'] as const) {
    await sql`delete from ${sql.table(table)}`.execute(many.db);
  }
  const plain = await read();
  expect(plain.rows).toBeGreaterThan(3 * ROUNDS);
  await cacheTotals(many.db, whale);
  await sql`vacuum analyze`.execute(many.db);
  const cached = await read();
  expect(cached.held).toEqual(plain.held);
  // 101 of them show that the orders since the first round that has not ended are not few.
  expect(cached.rows).toBeLessThan(150);
  await payStage(3);
  const vesting = (plain.held?.vesting ?? 0n) - 20n;
  expect((await read()).held).toEqual({ frozen: 0n, vesting });
  const { roundId } = await openRound(many.db, buildPlan({ city: 'Open', rounds: 1 }));
  const join = (first: number, last: number) =>
    sql`insert into mint_order (id, round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
      overriding system value select 100000 + n, ${roundId}::bigint, ${whale}::bigint, n, 10, 10, gen_random_uuid(),
        now(), false from generate_series(${first}::int, ${last}::int) n`.execute(many.db);
  await sql`update round set first_order_id = 100001 where id = ${roundId}::bigint`.execute(many.db);
  await join(1, 10);
  const joined = await read();
  expect(joined.held).toEqual({ frozen: 100n, vesting });
  expect(joined.rows).toBeLessThan(250);
  await join(11, 1_001);
  expect((await read()).held).toEqual({ frozen: 10_010n, vesting });
});
