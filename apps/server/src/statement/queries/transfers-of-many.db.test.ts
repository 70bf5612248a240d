import { STATEMENT_KINDS } from '@city-mint/domain/ledger/statement-kinds';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, openRound } from '@city-mint/tests/builders/rounds';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listUserTransfers, type UserTransfersWanted } from './list-user-transfers.ts';

const ORDERS = 5_000;
/**
 * Maximum number of rows that a page of 20 may read from tables and indexes, however many orders and transfers there
 * are.
 */
const MOST_ROWS = 4_000;
const TABLES = ['ledger_transfer', 'mint_order', 'order_settlement', 'round', 'round_transition'];
const START = Date.UTC(2026, 0);
const MINUTE = 60_000;

let whale: bigint;

/**
 * A wallet that joined every round, one per minute, and got its principal back an hour later; others join in between.
 */
const many = databaseOfMany(TABLES, async (db) => {
  const [first = 0n, other = 0n] = await buildParticipants(db, { count: 2, available: 0n });
  whale = first;
  const { roundId } = await openRound(db, buildPlan({ city: 'Model', rounds: 1 }));
  await sql`insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    select ${roundId}::bigint, case when n % 4 = 0 then ${other}::bigint else ${whale}::bigint end, n, 10, 10,
      gen_random_uuid(), ${new Date(START)}::timestamptz + interval '1 minute' * n, false
    from generate_series(1, ${ORDERS}::int) n`.execute(db);
  await sql`insert into ledger_transfer (debit_account, credit_account, amount, kind, step, source_id,
      debit_balance_after, credit_balance_after, created_at)
    select case kind when kind_join() then account_available(user_id, 0) else account_escrow(${roundId}::bigint) end,
      case kind when kind_join() then account_escrow(${roundId}::bigint) else account_available(user_id, 0) end,
      10, kind, 0, id, 1, 1, at
    from (
      select id, user_id, kind_join() as kind, joined_at as at from mint_order
      union all
      select id, user_id, kind_principal_return(), joined_at + interval '1 hour' from mint_order
    ) made order by at`.execute(db);
});

/** The ids of all transfers of the whale's accounts, read from the whole ledger. */
async function expected(wanted: Omit<UserTransfersWanted, 'userId'>): Promise<bigint[]> {
  const { kind, account, from, to, before, limit } = wanted;
  if (account === 'withdrawing') return [];
  const { rows } = await sql<{ id: bigint }>`
    select id from ledger_transfer join ledger_transfer_kinds k on k.code = kind
    where (debit_account = account_available(${whale}::bigint, 0)
        or credit_account = account_available(${whale}::bigint, 0))
      and (${kind ?? null}::text is null or k.name = ${kind ?? null}::text)
      and (${before}::bigint is null or id < ${before}::bigint)
      and created_at >= ${new Date(from ?? 0)} and created_at < ${new Date(to ?? Date.UTC(2100, 0))}
    order by id desc limit ${limit}::int`.execute(many.db);
  return rows.map(({ id }) => id);
}

const page = { before: null, limit: 20 };
const middle = START + (ORDERS / 2) * MINUTE;

describe('for a wallet with very many orders', () => {
  test.each([
    ['the newest', page],
    ['far down', { ...page, before: 4_000n }],
    ['the oldest', { ...page, before: 12n }],
    ['one kind', { ...page, kind: 'join' as const }],
    ['an account that rounds do not move', { ...page, account: 'withdrawing' as const }],
    ['a currency', { ...page, currency: 'JU' as const }],
    ['a day long ago', { ...page, from: middle - 60 * MINUTE, to: middle }],
    ['few minutes long ago', { ...page, from: middle - 5 * MINUTE, to: middle }],
    ['before a time', { ...page, to: middle }],
    ['before any', { ...page, to: START - 5 * 60 * MINUTE }],
    ['since a time', { ...page, from: START + (ORDERS + 55) * MINUTE }],
  ])('default: a page of transfers reads only the transfers between its own: %s', async (_name, wanted) => {
    let found: bigint[] = [];
    const rows = await many.rowsOf(async (reader) => {
      const entries = await listUserTransfers(reader, { userId: whale, ...wanted });
      found = entries.map(({ id }) => id);
    });
    expect(found).toEqual(await expected(wanted));
    expect(rows).toBeLessThan(MOST_ROWS);
  });

  test('counter: looked up only by their sources they are the same, and many times as many rows are read', async () => {
    let found: bigint[] = [];
    const wanted = { ...page, to: middle };
    const rows = await many.rowsOf(async (reader) => {
      const entries = await listUserTransfers(reader, { userId: whale, ...wanted, manyOrders: ORDERS });
      found = entries.map(({ id }) => id);
    });
    expect(found).toEqual(await expected(wanted));
    expect(rows).toBeGreaterThan(MOST_ROWS * 2);
  });

  test('behavior: finds transfers that are far apart in the ledger by their sources', async () => {
    const kinds = STATEMENT_KINDS.filter((kind) => kind !== 'join' && kind !== 'principal-return');
    for (const kind of kinds) expect(await listUserTransfers(many.db, { userId: whale, ...page, kind })).toEqual([]);
  });
});
