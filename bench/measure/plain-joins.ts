import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import pg from 'pg';
import { secondsSince } from './statistics.ts';

/** Orders a second that plain SQL wrote, and how many in how many transactions. */
export type PlainFigure = { readonly perSecond: number; readonly orders: number; readonly batches: number };

export type PlainJoins = {
  /**
   * Writes the orders since the last call again, in the transactions in which the server wrote them; returns the
   * figure.
   */
  replay(): Promise<PlainFigure>;
  /** Returns whether all rows are now the server's; ends the connection. */
  end(): Promise<{ readonly same: boolean }>;
};

const TABLES = ['mint_order', 'ledger_transfer', 'ledger_account', 'round'] as const;

/**
 * Prepares the reference for joins: tables with the columns, checks, indexes and rows of the server's, into which one
 * connection writes the same rows, with nothing to look up and nothing to decide. Call it before the joins.
 */
export async function preparePlainJoins(owner: Database, url: string): Promise<PlainJoins> {
  for (const table of TABLES) {
    const plain = sql.table(`plain_${table}`);
    await sql`create table ${plain} (like ${sql.table(table)} including all)`.execute(owner);
    await copyFillFactor(owner, table);
    await sql`insert into ${plain} overriding system value select * from ${sql.table(table)}`.execute(owner);
  }
  await sql`vacuum analyze`.execute(owner);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const text = await buildStatement(owner);
  const write = (batch: number) => client.query({ name: 'write-batch', text, values: [batch] });
  return {
    async replay() {
      const { orders, batches } = await copyJoins(owner);
      await sql`checkpoint`.execute(owner);
      await write(0);
      const started = performance.now();
      for (let batch = 1; batch <= batches; batch += 1) await write(batch);
      return { perSecond: orders / secondsSince(started), orders, batches };
    },
    async end() {
      await client.end();
      return { same: await isSame(owner) };
    },
  };
}

async function copyFillFactor(owner: Database, table: string): Promise<void> {
  const { rows } = await sql<{ option: string }>`
    select unnest(reloptions) as option from pg_class where oid = ${table}::regclass`.execute(owner);
  const fillFactor = rows.map(({ option }) => /^fillfactor=(\d+)$/.exec(option)?.[1]).find((value) => value);
  if (fillFactor === undefined) return;
  await sql`alter table ${sql.table(`plain_${table}`)} set (fillfactor = ${sql.lit(Number(fillFactor))})`.execute(
    owner,
  );
}

/** Copies what the joins wrote that are not written again yet; a batch is what one transaction wrote, 0 is empty. */
async function copyJoins(owner: Database): Promise<{ orders: number; batches: number }> {
  await sql`drop table if exists copied_order, copied_transfer, copied_change, copied_round`.execute(owner);
  await sql`create table copied_order as
    select o.*, dense_rank() over (order by t.first_id)::int as batch
    from (select *, xmin::text as tx from mint_order where id > (select max(id) from plain_mint_order)) o
    join (select xmin::text as tx, min(id) as first_id from mint_order
      where id > (select max(id) from plain_mint_order) group by 1) t using (tx)`.execute(owner);
  await sql`create table copied_transfer as
    select t.*, o.batch from copied_order o join ledger_transfer t on t.kind = kind_join() and t.source_id = o.id
  `.execute(owner);
  await sql`create table copied_change as
    select batch, account, sum(change) as change from (
      select batch, credit_account as account, amount as change from copied_transfer
      union all select batch, debit_account, -amount from copied_transfer
    ) changes group by 1, 2 order by 1, 2`.execute(owner);
  await sql`create table copied_round as
    select batch, round_id, sum(accepted) as filled, count(*)::int as orders, max(joined_at) as joined_at
    from copied_order group by 1, 2`.execute(owner);
  for (const table of ['copied_order', 'copied_transfer', 'copied_change', 'copied_round']) {
    await sql`create index on ${sql.table(table)} (batch)`.execute(owner);
    await sql`analyze ${sql.table(table)}`.execute(owner);
  }
  const { rows } = await sql<{ orders: number; batches: number; transfers: number }>`
    select count(*)::int as orders, max(batch) as batches, (select count(*)::int from copied_transfer) as transfers
    from copied_order`.execute(owner);
  const [row] = rows;
  if (row === undefined || row.orders === 0) throw new Error('no joins to write again');
  if (row.transfers !== row.orders) throw new Error(`${row.transfers} transfers of ${row.orders} orders`);
  return row;
}

/** Returns the one statement that writes a batch, which the server commits: the least that can write these rows. */
async function buildStatement(owner: Database): Promise<string> {
  const [order, transfer] = [await columnsOf(owner, 'mint_order'), await columnsOf(owner, 'ledger_transfer')];
  return `with orders as (
      insert into plain_mint_order (${order}) overriding system value
      select ${order} from copied_order where batch = $1 order by id
    ), transfers as (
      insert into plain_ledger_transfer (${transfer}) overriding system value
      select ${transfer} from copied_transfer where batch = $1 order by id
    ), accounts as (
      update plain_ledger_account a set balance = a.balance + c.change
      from copied_change c where c.batch = $1 and a.id = c.account
    )
    update plain_round r
    set filled = r.filled + c.filled, order_count = r.order_count + c.orders, last_joined_at = c.joined_at
    from copied_round c where c.batch = $1 and r.id = c.round_id`;
}

async function columnsOf(owner: Database, table: string): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(owner);
  return rows[0]?.columns ?? '';
}

/** Whether the tables of the reference have the orders, sums and balances of the server's. */
async function isSame(owner: Database): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select (select count(*) from plain_mint_order) = (select count(*) from mint_order)
      and (select count(*) from plain_ledger_transfer) = (select count(*) from ledger_transfer)
      and not exists (
        select 1 from ledger_account full join plain_ledger_account plain using (id)
        where ledger_account.balance is distinct from plain.balance)
      and not exists (
        select 1 from round full join plain_round plain using (id)
        where (round.filled, round.order_count) is distinct from (plain.filled, plain.order_count)
      ) as same`.execute(owner);
  return rows[0]?.same === true;
}
