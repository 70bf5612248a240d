import { DAY_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { createBalanceMemory } from './balance-memory.ts';
import { readBalances, readStatements } from './queries/read-statement.ts';
import { createStatementMemory } from './statement-memory.ts';

const RECHARGES = 1_000;

const LAST = Date.now() - 3 * DAY_MS;

let wallet: bigint;

/** A wallet with very many recharges of 10 base units, one per minute, the last at `LAST`. */
const many = databaseOfMany(['ledger_transfer', 'recharge'], async (db) => {
  [wallet = 0n] = await buildParticipants(db, { count: 1, available: 0n });
  await recharge(
    db,
    sql`select n as seq, ${new Date(LAST)}::timestamptz - interval '1 minute' * (${RECHARGES}::int - n) as at
    from generate_series(1, ${RECHARGES}::int) n`,
  );
});

/** Credits the wallet with 10 base units for each row (seq, at), in a transaction that began at that time. */
async function recharge(db: Database, rows: RawBuilder<unknown>): Promise<void> {
  await sql`insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash, credited_at)
    select seq, ${wallet}::bigint, 0, 10, 1, at, seq::text, at from (${rows}) r`.execute(db);
  await sql`insert into ledger_transfer (debit_account, credit_account, amount, kind, source_id, debit_balance_after,
      credit_balance_after, created_at)
    select account_custody(0), account_available(${wallet}::bigint, 0), 10, kind_deposit(), seq, -10 * seq, 10 * seq, at
    from (${rows}) r order by seq`.execute(db);
  await sql`update ledger_account set balance = (select 10 * count(*) from recharge)
    where id = account_available(${wallet}::bigint, 0)`.execute(db);
}

test('default: past balances of a wallet with very many transfers are looked up once', async () => {
  const asked = { userId: wallet, bounds: [LAST - 499.5 * MINUTE_MS, LAST - 99.5 * MINUTE_MS, LAST + MINUTE_MS] };
  const expected = [5_000n, 9_000n, 10_000n].map((JU, n) => ({ at: asked.bounds[n], JU, FMC: 0n }));
  let reader = many.db;
  const balancesAt = createBalanceMemory((unknown) => readBalances(reader, unknown));
  const rowsOfOne = () =>
    many.rowsOf(async (db) => {
      reader = db;
      expect(await balancesAt(asked)).toEqual(expected);
    });
  expect(await rowsOfOne()).toBeGreaterThan(500);
  expect(await rowsOfOne()).toBe(0);
});

test('default: the final part of a statement of that wallet is looked up once', async () => {
  const now = Date.now();
  const order = { userId: wallet, from: LAST - 799.5 * MINUTE_MS, to: now, now };
  let reader = many.db;
  const statementOf = createStatementMemory((asked) => readStatements(reader, asked));
  const rowsOfOne = () =>
    many.rowsOf(async (db) => {
      reader = db;
      const [available] = await statementOf(order);
      expect(available).toMatchObject({ opening: 2_000n, closing: 10_000n, kinds: [{ in: 8_000n, count: 800 }] });
    });
  const first = await rowsOfOne();
  // Searches the wallet's recharges for those since then; looks up no transfer.
  expect(await rowsOfOne()).toBeLessThan(first - 700);
});

test('behavior: a balance is read again while a transfer that counts can still be written', async () => {
  const at = (minutes: number) => Date.now() - minutes * MINUTE_MS;
  const bounds = [at(DAY_MS / MINUTE_MS), at(80)];
  const balancesAt = createBalanceMemory((unknown) => readBalances(many.db, unknown));
  const first = await balancesAt({ userId: wallet, bounds });
  await recharge(many.db, sql`select ${RECHARGES + 1}::int as seq, ${new Date(at(90))}::timestamptz as at`);
  const second = await balancesAt({ userId: wallet, bounds });
  expect(second.map(({ JU }, n) => JU - (first[n]?.JU ?? 0n))).toEqual([0n, 10n]);
  expect(second).toEqual((await readBalances(many.db, { userId: wallet, bounds })).points);
});
