import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** Counts stop here: the exact number above it changes no decision, and a longer count would delay the caller. */
const MOST = 1_000;

/** Returns the number of rows of a source (the SQL after `from`, with its conditions), up to 1,000. */
export async function countUpToMost(db: Database, source: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${source} limit ${MOST}) found`.execute(db);
  return rows[0]?.count ?? 0;
}
