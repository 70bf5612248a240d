import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/**
 * Returns how many rows of tables, in the tables and in their indexes, an action reads over the connection that it
 * gets, by the statistics of the database; a table may be the TOAST table of another. No other connection may use the
 * tables during the call.
 */
export async function countRowsRead(
  { url, tables }: { readonly url: string; readonly tables: readonly string[] },
  action: (reader: Database) => Promise<unknown>,
): Promise<number> {
  // A connection reports its reads at the latest when it closes.
  const onConnection = async (use: (db: Database) => Promise<unknown>) => {
    const db = databaseOver(createPool({ url, maxConnections: 1 }));
    await use(db);
    await sql`select pg_stat_force_next_flush()`.execute(db);
    await db.destroy();
  };
  const readCount = async () => {
    let count = 0;
    await onConnection(async (db) => {
      const { rows } = await sql<{ count: number }>`
        select (sum(t.seq_tup_read) + sum(coalesce(t.idx_tup_fetch, 0)) + sum((
          select coalesce(sum(i.idx_tup_read), 0) from pg_stat_all_indexes i where i.relid = t.relid)))::int as count
        from pg_stat_all_tables t where t.relname = any(${tables}::text[])`.execute(db);
      count = rows[0]?.count ?? 0;
    });
    return count;
  };
  const before = await readCount();
  await onConnection(action);
  return (await readCount()) - before;
}
