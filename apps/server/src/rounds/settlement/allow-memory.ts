import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** For the rest of the transaction: enough memory to join and sort the orders of a large round without going to disk. One settlement computes at a time. */
export async function allowMemory(tx: Database): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(tx);
}
