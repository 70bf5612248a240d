import { setTimeout as sleep } from 'node:timers/promises';
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
  const onConnection = async (use: (db: Database) => Promise<unknown>) => {
    const db = databaseOver(createPool({ url, maxConnections: 1 }));
    await use(db);
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    await db.destroy();
    if (rows[0] !== undefined) await untilEnded(url, rows[0].pid);
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

/** A connection reports its reads at the latest when its process ends, which may be after it was closed. */
async function untilEnded(url: string, pid: number): Promise<void> {
  const db = databaseOver(createPool({ url, maxConnections: 1 }));
  const isRunning = async () => {
    const { rows } = await sql`select from pg_stat_activity where pid = ${pid}`.execute(db);
    return rows.length > 0;
  };
  while (await isRunning()) await sleep(10);
  await db.destroy();
}
