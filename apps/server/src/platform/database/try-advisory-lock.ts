import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Takes a turn that one transaction at a time can have, by its number among the database's advisory locks, until the transaction ends. False while another one has it. */
export async function tryAdvisoryLock(tx: Database, turn: bigint): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${turn}) as got`.execute(tx);
  return rows[0]?.got === true;
}
