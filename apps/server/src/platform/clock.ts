import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import type { ShareRead } from './shared-answers.ts';

/** Returns the time for all decisions: the database's clock, in UTC milliseconds. */
export async function databaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('the database returned no time');
  return now.getTime();
}

/**
 * Returns the same without a query per caller: the database's time as read a moment ago, plus the time since then by
 * this process's clock.
 */
export async function sharedDatabaseTime(share: ShareRead): Promise<number> {
  const { time, at } = await share('database-time', async (db) => ({
    time: await databaseTime(db),
    at: performance.now(),
  }));
  return time + Math.floor(performance.now() - at);
}
