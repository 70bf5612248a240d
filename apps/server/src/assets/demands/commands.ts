import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Registers the accounts of stored demands, by sequence number, as users: trees then have leaves of them. */
export async function registerDemanders(tx: Database, sequences: readonly bigint[]): Promise<void> {
  if (sequences.length === 0) return;
  await sql`select register_demanders(${sequences.map(String)}::bigint[])`.execute(tx);
}
