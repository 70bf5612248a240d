import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Whether the trees of liabilities have to be made anew: there are none, they are a day old, or a round was settled since; then not before
 * `leastMs` milliseconds after the last ones.
 */
export async function areTreesDue(db: Database, leastMs: number): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select last is null or last < now() - interval '1 day' or (
      last < now() - ${leastMs}::int * interval '1 millisecond' and exists (select from settlement_tree where made_at > last)
    ) as is_due
    from (select max(made_at) as last from liabilities_tree) t`.execute(db);
  return rows[0]?.is_due === true;
}
