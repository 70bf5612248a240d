import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Sums up, once and for good, what closed rounds gave a user with very many orders; what is read afterwards is the same, and quick. */
export async function cacheClosedEarnings(db: Database, userId: bigint): Promise<void> {
  await sql`select cache_closed_earnings(${userId})`.execute(db);
}
