import { sql } from 'kysely';
import { isSealedUpTo } from '#ledger/journal/queries.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * Returns whether the trees of liabilities are due: there are none, they are a day old, or a round was settled since
 * they were made, its transfers are sealed, and `minimumAgeMs` milliseconds have passed.
 */
export async function areLiabilitiesTreesDue(db: Database, minimumAgeMs: number): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select last is null or last < now() - interval '1 day' or (
      last < now() - ${minimumAgeMs}::int * interval '1 millisecond'
      and exists (select from settlement_tree where made_at > last and ${isSealedUpTo('made_at')})
    ) as is_due
    from (select max(made_at) as last from liabilities_tree) t`.execute(db);
  return rows[0]?.is_due === true;
}

/** Returns the rounds without a settlement tree, in ascending order. */
export async function findRoundsWithoutTree(db: Database, roundIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from unnest(${roundIds}::bigint[]) id
    where not exists (select from settlement_tree t where t.round_id = id) order by id`.execute(db);
  return rows.map(({ id }) => id);
}
