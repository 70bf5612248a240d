import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, openRound } from '@city-mint/tests/builders/rounds';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listEntriesOfFew } from '#ledger/entries/queries.ts';
import { listUserTransfers, type UserTransfersWanted } from './list-user-transfers.ts';

const ORDERS = 3_000;
const MACHINES = 20;
/** Number of days on which the machines mined, long ago. */
const DAYS = 300;
const DAYS_AGO = 100;
/** Transfers of others since then: more than a page searches in the ledger. */
const OTHERS = 25_000;
const TABLES = [
  ...['ledger_transfer', 'mint_order', 'round', 'round_transition'],
  ...['machine_day', 'mining_day', 'machine', 'pool_day', 'pool_share'],
];

let whale: bigint;
/** Has no shares of the pools. */
let newcomer: bigint;

/** A wallet with very many orders, few of which had a share of surplus, and with machines that mined long ago. */
const many = databaseOfMany(TABLES, async (db) => {
  const [first = 0n, other = 0n] = await buildParticipants(db, { count: 2, available: 0n });
  whale = first;
  newcomer = other;
  const { roundId } = await openRound(db, buildPlan({ city: 'Model', rounds: 1 }));
  await sql`insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    select ${roundId}::bigint, ${whale}::bigint, n, 10, 10, gen_random_uuid(), now() - interval '1 year', false
    from generate_series(1, ${ORDERS}::int) n`.execute(db);
  await sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    select ${whale}::bigint, id, round_id, 1, now(), utc_day(now()) - ${DAYS_AGO + DAYS}::int,
      utc_day(now()) - ${DAYS_AGO + 1}::int
    from mint_order order by id limit ${MACHINES}::int`.execute(db);
  await sql`insert into mining_day (day, machines, hash_rate, emission, paid, paid_at)
    select day, 1, 1, 1, 1, timestamptz 'epoch' + interval '1 day' * (day + 1) + interval '5 minutes'
    from generate_series(utc_day(now()) - ${DAYS_AGO + DAYS}::int, utc_day(now()) - 1) day`.execute(db);
  await sql`insert into pool_day (day, pool, weights, release, paid_at)
    select day, pool, 1, 1, paid_at from mining_day cross join unnest(array['nodes', 'levels']) pool`.execute(db);
  await sql`insert into machine_day (day, user_id, machine_id, hash_rate, output)
    select d.day, m.user_id, m.id, 1, 1 from mining_day d join machine m on d.day between m.first_day and m.last_day
    order by d.day, m.id`.execute(db);
  await sql`insert into ledger_transfer (debit_account, credit_account, amount, kind, step, source_id,
      debit_balance_after, credit_balance_after, created_at)
    select account_emission(), account_available(${whale}::bigint, 1), 1, kind_hash_rate_output(), 0, m.id, 1, 1,
      d.paid_at from machine_day m join mining_day d using (day) order by d.paid_at, m.machine_id`.execute(db);
  await sql`insert into ledger_transfer (debit_account, credit_account, amount, kind, step, source_id,
      debit_balance_after, credit_balance_after, created_at)
    select account_reserve(), account_available(${whale}::bigint, 0), 1, kind_split(), 0, id, 1, 1,
      now() - interval '50 days' from mint_order where id % 100 = 0 order by id`.execute(db);
  await sql`insert into ledger_transfer (debit_account, credit_account, amount, kind, step, source_id,
      debit_balance_after, credit_balance_after, created_at)
    select account_custody(0), account_available(${other}::bigint, 0), 1, kind_deposit(), 0, n, 1, 1,
      now() - interval '1 minute' * (${OTHERS}::int - n) from generate_series(1, ${OTHERS}::int) n`.execute(db);
});

async function pageOf({
  userId = whale,
  ...wanted
}: Omit<UserTransfersWanted, 'userId'> & { readonly userId?: bigint }) {
  let found: bigint[] = [];
  const rows = await many.rowsOf(async (reader) => {
    found = (await listUserTransfers(reader, { userId, ...wanted })).map(({ id }) => id);
  });
  return { found, rows };
}

/** The ids of a kind's transfers, read from the whole ledger. */
async function expected(kind: string, { before, limit }: { before: bigint | null; limit: number }): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from ledger_transfer join ledger_transfer_kinds k on k.code = kind
    where k.name = ${kind} and (${before}::bigint is null or id < ${before}::bigint)
    order by id desc limit ${limit}::int`.execute(many.db);
  return rows.map(({ id }) => id);
}

describe('transfers that are far apart in the ledger', () => {
  test('default: transfers of one kind of orders are looked up by the ids of the orders, once', async () => {
    const page = { kind: 'split', before: null, limit: 20 } as const;
    const { found, rows } = await pageOf(page);
    expect(found).toEqual(await expected('split', page));
    expect(rows).toBeLessThan(2 * ORDERS);
    const below = { ...page, before: found.at(-1) ?? null };
    expect((await pageOf(below)).found).toEqual(await expected('split', below));
    expect((await pageOf({ ...page, from: Date.now() })).found).toEqual([]);
  });

  test('default: old output of machines is looked up since the time that fills a page', async () => {
    const page = { kind: 'hash-rate-output', before: null, limit: 20 } as const;
    const { found, rows } = await pageOf(page);
    expect(found).toEqual(await expected('hash-rate-output', page));
    // Each of five spans reads all days, by their index or not; the whole output would be 27,000 rows.
    expect(rows).toBeLessThan(8_000);
  });

  test('behavior: far down the list, only rows around the page are read', async () => {
    const all = await expected('hash-rate-output', { before: null, limit: 10_000 });
    expect(all).toHaveLength(MACHINES * DAYS);
    const page = { kind: 'hash-rate-output', before: all[4_000] ?? null, limit: 20 } as const;
    const { found, rows } = await pageOf(page);
    expect(found).toEqual(all.slice(4_001, 4_021));
    expect(rows).toBeLessThan(2_000);
  });

  test('behavior: finds the oldest, fewer than a page', async () => {
    const all = await expected('hash-rate-output', { before: null, limit: 10_000 });
    const { found } = await pageOf({ kind: 'hash-rate-output', before: all.at(-6) ?? null, limit: 20 });
    expect(found).toEqual(all.slice(-5));
  });

  test('behavior: looks up few possible sources in one query, and none if there are more', async () => {
    const deposits = (from: number, to: number) =>
      sql`select kind_deposit() as kind, n::bigint as source_id, '' as reference, false as failed
        from generate_series(${from}::int, ${to}::int) n`;
    const page = { userId: newcomer, kinds: ['deposit'], before: null, limit: 20 } as const;
    const ofFew = async (number: number, userId = newcomer) => {
      // The last source occurs twice, and counts as one transfer.
      const sources = [deposits(1, number), deposits(number, number)];
      return listEntriesOfFew(many.db, { ...page, userId }, { sources, few: 31 });
    };
    const sourceIds = (await ofFew(30))?.map(({ sourceId }) => Number(sourceId));
    expect(sourceIds).toEqual(Array.from({ length: 20 }, (_, n) => 30 - n));
    expect(await ofFew(31)).toBeNull();
    expect(await ofFew(30, whale)).toEqual([]);
  });

  test('behavior: for pool shares that a wallet never had no day is read', async () => {
    const { found, rows } = await pageOf({ userId: newcomer, kind: 'node-output', before: null, limit: 20 });
    expect(found).toEqual([]);
    // Each of five spans would read all days and look each of them up.
    expect(rows).toBeLessThan(4 * DAYS);
  });
});
