import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Rows of each kind per statement, and statements per run. */
const ROWS_OF_BATCH = 1_000;
const MOST_BATCHES = 20;

/**
 * Deletes sessions a week after their end, and expired nonces and texts of sign-ins and confirmations, in batches;
 * returns how many rows it deleted. The next run deletes the rest.
 */
export async function purgeSessions(db: Database, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MOST_BATCHES && !signal.aborted; batch += 1) {
    const { rows } = await sql<{ deleted: number }>`select session_purge(${ROWS_OF_BATCH}) as deleted`.execute(db);
    const deleted = rows[0]?.deleted ?? 0;
    total += deleted;
    if (deleted === 0) break;
  }
  return total;
}
