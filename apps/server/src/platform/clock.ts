import { sql } from 'kysely';
import type { Database } from './database/database.ts';

/** Returns the time that everything is decided by: the database's clock, in UTC milliseconds. */
export async function databaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('the database returned no time');
  return now.getTime();
}
