// @module-tag soak-4
import { DAY_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, openRound } from '@city-mint/tests/builders/rounds';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { cacheTotals } from '../../earnings/commands.ts';
import { readRoundSpans } from '../../earnings/queries/earned-spans.ts';
import { readRoundEarnings } from '../../earnings/queries/round-earnings.ts';
import { findLatestRound, findOpenRounds, findScheduledRounds } from '../../offers/queries/rounds.ts';
import { readHeldByRounds } from './held-by-rounds.ts';
import { type MyOrdersFilter, readMyOrders } from './orders.ts';
import { readOwnInRound } from './own-in-round.ts';

const ROUNDS = 4_000;
/**
 * Maximum number of rows that a page of 20 may read from tables and indexes, however many orders and rounds there are.
 */
const MOST_ROWS = 1_500;
/** Maximum number of rows for finding out, from the amounts held by rounds, whether a wallet has few orders. */
const MOST_ROWS_HELD = 200;
const TABLES = ['mint_order', 'order_settlement', 'round', 'round_settlement', 'round_stage', 'hash_power_claim'];
/** Further tables that totals and sums read. */
const CACHED = ['cached_earning', 'cached_checkpoint', 'uncached_order'];

let whale: bigint;
let ordinary: bigint;
let regular: bigint;
let openRoundId: bigint;

/** Settled rounds with an order of the whale each, one of which the other wallet joined as well, and an open one. */
const many = databaseOfMany([...TABLES, ...CACHED], async (db) => {
  [whale = 0n, ordinary = 0n, regular = 0n] = await buildParticipants(db, { count: 3, available: 1n });
  const { roundId: modelId } = await openRound(db, buildPlan({ city: 'Model', rounds: 1 }));
  await sql`insert into round (plan_id, city_id, phase, number, state, opens_at, closes_at, late_ms, quota, minimum,
      wallet_maximum, first_order_id, order_count)
    select plan_id, city_id, phase, number + n, 'ended', opens_at, closes_at, 0, quota, 1, 0, n * 2, 1
    from round, generate_series(1, ${ROUNDS}::int) n where id = ${modelId}`.execute(db);
  await sql`insert into round_terms (round_id, terms, terms_hash)
    select r.id, t.terms, t.terms_hash from round r, round_terms t
    where t.round_id = ${modelId} and r.id <> ${modelId}`.execute(db);
  await sql`delete from round where id = ${modelId}`.execute(db);
  await sql`insert into round_settlement
      (round_id, outcome, settled_at, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
    select id, 'minted', now() - interval '1 hour' * (${ROUNDS}::int - number), 1, 1, 1, 1, 1, '{}' from round`.execute(
    db,
  );
  await sql`insert into mint_order (id, round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    overriding system value
    select first_order_id, id, ${whale}::bigint, 1, 10, 10, gen_random_uuid(), now(), false from round
    union all
    select first_order_id + 1, id, ${ordinary}::bigint, 2, 10, 10, gen_random_uuid(), now(), false from round
    where number = 2`.execute(db);
  await sql`insert into order_settlement (order_id, round_id, user_id, rank, amount, late, principal, fee, inviter_id,
      reward, split, stage1, stage2, stage3)
    select id, round_id, user_id, rank, accepted, false, 9, 1, case
      when user_id = ${whale}::bigint then ${ordinary}::bigint end,
      case when user_id = ${whale}::bigint and id < 10 then 1 else 0 end, 0, 4, 0, 0 from mint_order`.execute(db);
  await sql`select setval('mint_order_id_seq', (select max(id) from mint_order))`.execute(db);
  const open = await openRound(db, buildPlan({ city: 'Open' }));
  openRoundId = open.roundId;
  await sql`insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    values (${openRoundId}::bigint, ${whale}::bigint, 1, 7, 7, gen_random_uuid(), now(), false)`.execute(db);
});

const { rowsOf } = many;
const page = (filter: Partial<MyOrdersFilter>) => ({ userId: whale, limit: 20, ...filter });

describe('with very many orders and rounds', () => {
  test.each([
    ['active', { state: 'active' }, 1],
    ['failed', { state: 'failed' }, 0],
    ['cancelled', { state: 'cancelled' }, 0],
    ['claimable', { state: 'claimable' }, 0],
    ['minted', { state: 'minted' }, 20],
    ['further down', { state: 'minted', before: 4_000n }, 20],
  ] as const)('default: a page of orders reads no more rows than a page needs: %s', async (_name, filter, found) => {
    let orders = 0;
    const rows = await rowsOf(async (reader) => {
      orders = (await readMyOrders(reader, page(filter))).length;
    });
    expect(orders).toBe(found);
    expect(rows).toBeLessThan(MOST_ROWS);
  });

  test.each(['active', 'failed', 'cancelled', 'claimable', 'minted', 'ended', undefined] as const)(
    'behavior: also with the generic plan of a connection, after pages of a wallet with few orders: %s',
    async (state) => {
      const pagesOf = (userId: bigint, times: number) => async (reader: Database) => {
        for (let n = 0; n < times; n += 1) await readMyOrders(reader, page({ userId, state }));
      };
      const few = await rowsOf(pagesOf(ordinary, 10));
      const both = await rowsOf(async (reader) => {
        await pagesOf(ordinary, 10)(reader);
        await pagesOf(whale, 3)(reader);
      });
      expect((both - few) / 3).toBeLessThan(MOST_ROWS);
    },
  );

  test.each([
    ['active', 'full', 2],
    ['active', 'open', 2],
    ['failed', 'failed', 1],
    ['cancelled', 'cancelled', 1],
  ] as const)('behavior: also while an early round is stuck: %s in a round that is %s', async (...of) => {
    const [state, roundState, found] = of;
    const { rows: stuck } = await sql<{ id: bigint }>`
      insert into round (plan_id, city_id, phase, number, state, opens_at, closes_at, late_ms, quota, minimum,
        wallet_maximum, first_order_id, order_count)
      select plan_id, city_id, phase, ${ROUNDS + 2}::int, ${roundState}, now() - interval '1 year',
        now() - interval '364 days', 0, quota, 1, 0, 3, 1 from round where number = 2 returning id`.execute(many.db);
    const stuckId = stuck[0]?.id ?? 0n;
    onTestFinished(async () => {
      await sql`delete from mint_order where round_id = ${stuckId}::bigint`.execute(many.db);
      await sql`delete from round_terms where round_id = ${stuckId}::bigint`.execute(many.db);
      await sql`delete from round where id = ${stuckId}::bigint`.execute(many.db);
    });
    await sql`insert into round_terms (round_id, terms, terms_hash)
      select ${stuckId}::bigint, terms, terms_hash from round_terms limit 1`.execute(many.db);
    await sql`insert into mint_order (id, round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
      overriding system value values
        (5, ${stuckId}::bigint, ${whale}::bigint, 1, 7, 7, gen_random_uuid(), now(), false)`.execute(many.db);
    const held = await rowsOf(async (reader) => {
      expect(await readHeldByRounds(reader, whale)).toEqual({ frozen: 14n, vesting: 0n });
    });
    expect(held).toBeLessThan(MOST_ROWS_HELD);
    let orders: readonly { readonly orderId: bigint }[] = [];
    const rows = await rowsOf(async (reader) => {
      orders = await readMyOrders(reader, page({ state }));
    });
    expect(orders).toHaveLength(found);
    expect(orders.at(-1)?.orderId).toBe(5n);
    expect(await readOwnInRound(many.db, { userId: whale, roundId: stuckId })).toMatchObject({ orders: 1, joined: 7n });
    expect(rows).toBeLessThan(2 * MOST_ROWS);
  });

  test('behavior: finds ended orders before and after the first order of a round that has not ended', async () => {
    const [first, newest] = [ROUNDS - 39, ROUNDS - 24];
    const setState = (state: string) =>
      sql`update round set state = ${state}
        where number = ${first}::int or number > ${newest}::int and number <= ${ROUNDS + 1}::int`.execute(many.db);
    onTestFinished(async () => void (await setState('ended')));
    await setState('minted');
    const orders = await readMyOrders(many.db, page({ state: 'ended' }));
    const numbers = Array.from({ length: 21 }, (_unused, n) => newest - n).filter((number) => number !== first);
    expect(orders.map(({ orderId }) => orderId)).toEqual(numbers.map((number) => BigInt(2 * (number - 1))));
  });

  test('behavior: the settlements of a page are among the rows of its orders', async () => {
    let settled = 0;
    const times = 8;
    const rows = await rowsOf(async (reader) => {
      for (let n = 0; n < times; n += 1) {
        const orders = await readMyOrders(reader, page({ state: 'minted' }));
        settled = orders.filter(({ settlement }) => settlement?.minted?.principal === 9n).length;
      }
    });
    expect(settled).toBe(20);
    expect(rows / times).toBeLessThan(20 * 40);
  });

  test('behavior: also for the sums of one round, settled or not', async () => {
    const { rows: settled } = await sql<{ id: bigint }>`select id from round where number = 2`.execute(many.db);
    for (const roundId of [settled[0]?.id ?? 0n, openRoundId]) {
      let orders = 0;
      const rows = await rowsOf(async (reader) => {
        ({ orders } = await readOwnInRound(reader, { userId: whale, roundId }));
      });
      expect([orders, rows < MOST_ROWS]).toEqual([1, true]);
    }
  });

  test('behavior: the amounts held by rounds are read from the orders under way', async () => {
    const { held, rows } = await readHeld(whale);
    expect(rows).toBeLessThan(50);
    expect(held).toEqual({ frozen: 7n, vesting: 0n });
  });

  /** Turns the first rounds into minted ones with an unpaid last stage, until the test is over. */
  async function leaveUnpaid(rounds: number) {
    const ids = sql`(
      select id from round where number between 2 and ${rounds + 1}::int and state in ('minted', 'ended'))`;
    onTestFinished(async () => {
      await sql`update round set state = 'ended' where id in ${ids}`.execute(many.db);
      await sql`update order_settlement set stage3 = 0 where round_id in ${ids}`.execute(many.db);
      await sql`delete from round_stage where round_id in ${ids}`.execute(many.db);
    });
    await sql`update round set state = 'minted' where id in ${ids}`.execute(many.db);
    await sql`update order_settlement set stage3 = 3 where round_id in ${ids}`.execute(many.db);
    await sql`insert into round_stage (round_id, stage, amount, due_at, paid_at)
      select id, stage, 1, now(), case when stage < 3 then now() end
      from ${ids} r, generate_series(1, 3) stage`.execute(many.db);
  }

  /** The amounts that rounds hold for a wallet, and the rows read for them. */
  async function readHeld(userId: bigint) {
    let held: unknown;
    const times = 8;
    const rows = await rowsOf(async (reader) => {
      for (let n = 0; n < times; n += 1) held = await readHeldByRounds(reader, userId);
    });
    return { held, rows: rows / times };
  }

  test('behavior: also for a wallet with few orders, however many rounds are under way', async () => {
    const setState = (state: string) =>
      sql`update round set state = ${state} where number between ${ROUNDS - 49}::int and ${ROUNDS}::int`.execute(
        many.db,
      );
    onTestFinished(async () => void (await setState('ended')));
    await setState('full');
    const { held, rows } = await readHeld(ordinary);
    expect(held).toEqual({ frozen: 0n, vesting: 0n });
    expect(rows).toBeLessThan(20);
    expect((await readHeld(whale)).held).toEqual({ frozen: 7n + 50n * 10n, vesting: 0n });
  });

  test('behavior: also while an early round is minted and not paid', async () => {
    await leaveUnpaid(1);
    const ofWhale = await readHeld(whale);
    expect(ofWhale.held).toEqual({ frozen: 7n, vesting: 3n });
    expect(ofWhale.rows).toBeLessThan(MOST_ROWS_HELD);
    const ofOrdinary = await readHeld(ordinary);
    expect(ofOrdinary.held).toEqual({ frozen: 0n, vesting: 3n });
    expect(ofOrdinary.rows).toBeLessThan(40);
  });

  test('behavior: by its orders for a wallet with fewer orders than there are minted and unpaid rounds', async () => {
    const orders = 110;
    await leaveUnpaid(500);
    onTestFinished(async () => {
      await sql`delete from order_settlement where user_id = ${regular}::bigint`.execute(many.db);
      await sql`delete from mint_order where user_id = ${regular}::bigint`.execute(many.db);
    });
    await sql`insert into mint_order (id, round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
      overriding system value
      select 100000 + number, id, ${regular}::bigint, 3, 10, 10, gen_random_uuid(), now(), false
      from round where number between 2 and ${orders + 1}::int`.execute(many.db);
    await sql`insert into order_settlement (order_id, round_id, user_id, rank, amount, late, stage2, stage3)
      select id, round_id, user_id, rank, 10, false, 0, 2 from mint_order
      where user_id = ${regular}::bigint`.execute(many.db);
    const { held, rows } = await readHeld(regular);
    expect(held).toEqual({ frozen: 0n, vesting: BigInt(orders) * 2n });
    expect(rows).toBeLessThan(3_000);
  });

  test('behavior: earnings and rewards of a wallet with few orders are read from its own rows', async () => {
    let earned = 0;
    const read = async (reader: Database) => {
      const kinds = ['settle', 'distribute-2', 'distribute-3', 'reward', 'split'] as const;
      earned = (await readRoundEarnings(reader, { userId: ordinary, kinds, limit: 20 })).length;
    };
    expect(await rowsOf(read)).toBeLessThan(MOST_ROWS);
    // Its own order, and the rewards for four of the whale's.
    expect(earned).toBe(5);
  });

  test('behavior: rounds on offer are found by their state, in a query that each connection plans once', async () => {
    const rows = await rowsOf(async (reader) => {
      for (let n = 0; n < 8; n += 1) {
        expect(await findOpenRounds(reader)).toHaveLength(1);
        expect(await findScheduledRounds(reader)).toHaveLength(0);
        expect((await findLatestRound(reader))?.roundId).toBe(openRoundId);
      }
      const { rows: lists } = await sql<{ times: bigint }>`select generic_plans as times
        from pg_prepared_statements where statement like '%"state" = ''open'' order%'`.execute(reader);
      // After the first five calls one plan serves all: one for the open rounds, and one for the latest.
      expect(lists).toEqual([{ times: 3n }, { times: 3n }]);
    });
    expect(rows / 8).toBeLessThan(200);
  });

  test('behavior: sums by days read cached sums, and the payments of the hours at their bounds', async () => {
    const now = Date.now();
    const bounds = Array.from({ length: 31 }, (_, n) => now - (30 - n) * DAY_MS);
    const sumsOf = async (reader: Database) => (await readRoundSpans(reader, { userId: whale, bounds })).sums;
    let sums: Awaited<ReturnType<typeof sumsOf>> = [];
    const read = async (reader: Database) => {
      sums = (await sumsOf(reader)).toSorted((a, b) => a.span - b.span || a.kind.localeCompare(b.kind));
    };
    // Reads all orders one by one.
    expect(await rowsOf(read)).toBeGreaterThan(4 * ROUNDS);
    const plain = sums;
    expect(plain.filter(({ kind }) => kind === 'settle').map(({ amount }) => amount)).toEqual(Array(30).fill(24n * 4n));
    await cacheTotals(many.db, whale);
    expect(await rowsOf(read)).toBeLessThan(ROUNDS);
    expect(sums).toEqual(plain);
  });

  test('counter: without the indexes of states all rounds are read', async () => {
    const { rows: indexes } = await sql<{ name: string; made: string }>`
      select indexname as name, indexdef as made from pg_indexes
      where tablename = 'round' and indexname <> 'round_pkey' and indexdef ~ 'state|opens_at'`.execute(many.db);
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(many.db);
    expect(await rowsOf((reader) => findOpenRounds(reader))).toBeGreaterThan(ROUNDS);
    for (const { made } of indexes) await sql.raw(made).execute(many.db);
  });
});
