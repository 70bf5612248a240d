import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Which of these rounds have no tree of their settlement yet. */
export async function findTreelessRounds(db: Database, roundIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from unnest(${roundIds}::bigint[]) id where not exists (select from settlement_tree t where t.round_id = id) order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
