import { ORDER_STATES, type OrderState } from '@city-mint/domain/rounds/order-state';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, openRound } from '@city-mint/tests/builders/rounds';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { listOrdersOfRound } from './orders-of-round.ts';

const ORDERS = 6_000;
/** Maximum number of rows that a page of 20 may read from tables and indexes, however many orders there are. */
const MOST_ROWS = 600;
const TABLES = ['mint_order', 'order_settlement', 'round', 'round_settlement', 'hash_power_claim'];

let roundId: bigint;
let late: bigint;

/** A failed round with orders of two wallets: one in a hundred belongs to the second, which has claimed nothing. */
const many = databaseOfMany(TABLES, async (db) => {
  const [early = 0n, second = 0n] = await buildParticipants(db, { count: 2, available: 1n });
  late = second;
  ({ roundId } = await openRound(db, buildPlan({ city: 'Model', rounds: 1 })));
  await sql`insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    select ${roundId}::bigint, case when n % 100 = 0 then ${late}::bigint else ${early}::bigint end, n, 10, 10,
      gen_random_uuid(), now(), false
    from generate_series(1, ${ORDERS}::int) n`.execute(db);
  // The reserve compensated some losses completely, so nothing is claimable.
  await sql`insert into order_settlement
      (order_id, round_id, user_id, rank, amount, late, refund, loss, compensation, hash_power)
    select id, round_id, user_id, rank, 10, false, 9, 1, 0, case when rank % 250 = 0 then 0 else 1 end
    from mint_order`.execute(db);
  await sql`insert into round_settlement
      (round_id, outcome, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
    values (${roundId}::bigint, 'failed', ${ORDERS}::int, 1, 1, 1, 1, '{}')`.execute(db);
  await setState(db, 'ended');
  await sql`select claim_hash_power(array[${early}::bigint])`.execute(db);
});

const setState = (db: Database, state: string) =>
  sql`update round set state = ${state} where id = ${roundId}`.execute(db);

/** The ranks of the matching orders, read from all orders of the round. */
async function expected(state: OrderState): Promise<number[]> {
  const { rows } = await sql<{ rank: number }>`
    select rank from order_outcome where round_id = ${roundId} and ${state} = case
      when ${state} in ('claimable', 'ended') then state else coalesce(outcome, 'active') end
    order by rank`.execute(many.db);
  return rows.map(({ rank }) => rank);
}

async function ranksOf(state: OrderState, after: bigint | null, limit: number): Promise<number[]> {
  const orders = await listOrdersOfRound(many.db, { roundId, state }, { after, limit });
  return orders.map(({ rank }) => rank);
}

describe('the orders of a round in a state', () => {
  test.each(['open', 'full', 'settling', 'failed', 'liquidating', 'cancelled', 'minted', 'ended'])(
    'default: in a round that is %s returns exactly the matching orders',
    async (roundState) => {
      await setState(many.db, roundState);
      for (const state of ORDER_STATES) expect(await ranksOf(state, null, ORDERS)).toEqual(await expected(state));
      await setState(many.db, 'ended');
    },
  );

  test('behavior: filters by page, and by the way of joining', async () => {
    const all = await expected('claimable');
    expect(all).toHaveLength(ORDERS / 100 - ORDERS / 500);
    expect(await ranksOf('claimable', BigInt(all[19] ?? 0), 20)).toEqual(all.slice(20, 40));
    await sql`insert into auto_mint_opening (round_id, last_position, joined) values (${roundId}::bigint, 0, 300)
      on conflict (round_id) do update set joined = 300`.execute(many.db);
    const page = { after: null, limit: 3 };
    const byAutoMint = await listOrdersOfRound(many.db, { roundId, state: 'claimable', way: 'auto-mint' }, page);
    expect(byAutoMint.map(({ rank }) => rank)).toEqual([100, 200, 300]);
    const byHand = await listOrdersOfRound(many.db, { roundId, state: 'claimable', way: 'by-hand' }, page);
    expect(byHand.map(({ rank }) => rank)).toEqual([400, 600, 700]);
  });

  test.each(['claimable', 'ended', 'failed', 'active'] as const)(
    'behavior: a page reads no more rows than a page needs: %s',
    async (state) => {
      const rows = await many.rowsOf((reader) =>
        listOrdersOfRound(reader, { roundId, state }, { after: null, limit: 20 }),
      );
      expect(rows).toBeLessThan(MOST_ROWS);
    },
  );

  test('behavior: does not list claimed orders, and finds few others among very many claimable ones', async () => {
    await sql`update order_settlement set is_claimed = rank = 5000`.execute(many.db);
    await sql`delete from hash_power_claim where order_id not in (
      select order_id from order_settlement where rank = 5000)`.execute(many.db);
    await sql`vacuum analyze order_settlement`.execute(many.db);
    const rows = await many.rowsOf(async (reader) => {
      const orders = await listOrdersOfRound(reader, { roundId, state: 'ended' }, { after: 4_800n, limit: 20 });
      expect(orders.map(({ rank }) => rank)).toEqual([5_000, 5_250, 5_500, 5_750, 6_000]);
    });
    expect(rows).toBeLessThan(MOST_ROWS);
    await sql`select claim_hash_power(array[${late}::bigint])`.execute(many.db);
    expect(await ranksOf('claimable', null, ORDERS)).toEqual(await expected('claimable'));
    expect((await ranksOf('claimable', null, ORDERS)).includes(100)).toBe(false);
  });

  test('counter: without the index all orders of the round are read', async () => {
    await sql`drop index order_settlement_claimable`.execute(many.db);
    const rows = await many.rowsOf((reader) =>
      listOrdersOfRound(reader, { roundId, state: 'claimable' }, { after: null, limit: 20 }),
    );
    expect(rows).toBeGreaterThan(ORDERS);
  });
});
