import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { JU } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { multiplyRows } from '../console/multiply.ts';
import { withoutIndexes } from '../reads/bulk.ts';

type GrownTo = {
  readonly transfers: number;
  readonly orders: number;
  /** The round that is joined, whose orders are not copied. */
  readonly joined: bigint;
  /** The wallets that the added transfers credit in turn; they are not measured. */
  readonly credited: readonly bigint[];
};

/**
 * Adds transfers and orders until there are so many: deposits whose balances follow one another, and copies of orders
 * for wallets that do not exist, so that the measured ones stay as they are.
 */
export async function growLedger(url: string, { transfers, orders, joined, credited }: GrownTo): Promise<void> {
  // One connection: its settings hold for every statement.
  const db = createDatabase({ url, maxConnections: 1, statementTimeoutMs: 3_600_000 });
  await sql`select set_config('work_mem', '1GB', false), set_config('maintenance_work_mem', '2GB', false),
    set_config('synchronous_commit', 'off', false)`.execute(db);
  await multiplyRows(
    db,
    { mint_order: { id: 'id', and: 'user_id', where: `round_id <> ${joined}` } },
    { rows: orders, sameTimes: true },
  );
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ledger_transfer`.execute(db);
  const added = transfers - (rows[0]?.count ?? 0);
  if (added > 0) {
    await withoutIndexes(db, ['ledger_transfer'], () => addDeposits(db, { added, credited }));
  }
  for (const table of ['mint_order', 'ledger_transfer']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  await db.destroy();
}

/**
 * Adds deposits of one JU, which the wallets get in turn, with the balances after each, and moves the balances. The
 * rows are stored in the order of their ids, as a ledger's are: a join's own order puts neighbors on different pages.
 */
async function addDeposits(db: Database, { added, credited }: { added: number; credited: readonly bigint[] }) {
  const amount = sql.lit(JU.toString());
  const count = sql.lit(credited.length);
  await sql`create temporary table credited as
    select n - 1 as place, account_available(u, currency_ju()) as account, a.balance
    from unnest(${credited}::bigint[]) with ordinality t (u, n)
    join ledger_account a on a.id = account_available(u, currency_ju())`.execute(db);
  await sql`create index on credited (place)`.execute(db);
  await sql`insert into ledger_transfer (id, debit_account, credit_account, amount, kind, source_id,
      debit_balance_after, credit_balance_after, created_at) overriding system value
    select last.id + n, custody.id, c.account, ${amount}::numeric, kind_deposit(), -(last.id + n) - 1000000000000,
      custody.balance - ${amount}::numeric * n, c.balance + ${amount}::numeric * ((n - 1) / ${count} + 1), now()
    from generate_series(1, ${sql.lit(added)}::bigint) n join credited c on c.place = (n - 1) % ${count},
      (select max(id) as id from ledger_transfer) last,
      (select id, balance from ledger_account where id = account_custody(currency_ju())) custody
    order by n`.execute(db);
  await sql`update ledger_account a set balance = a.balance
      + ${amount}::numeric * ((${sql.lit(added)}::bigint - c.place - 1) / ${count} + 1)
    from credited c where a.id = c.account and c.place < ${sql.lit(added)}::bigint`.execute(db);
  await sql`update ledger_account set balance = balance - ${amount}::numeric * ${sql.lit(added)}::bigint
    where id = account_custody(currency_ju())`.execute(db);
  await sql`drop table credited`.execute(db);
}
