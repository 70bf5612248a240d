import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Records the demands of stored events, by sequence number; trees of later blocks then have leaves of the accounts. */
export async function recordDemands(tx: Database, sequences: readonly bigint[]): Promise<void> {
  if (sequences.length === 0) return;
  await sql`select record_demands(${sequences.map(String)}::bigint[])`.execute(tx);
}
