import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { parseIntegers } from './array-literal.ts';

/** Returns whether some bindings are not rolled up yet. */
export async function hasDueBindings(tx: Database): Promise<boolean> {
  const due = await tx.selectFrom('team_bind_due').select('bind_id').limit(1).executeTakeFirst();
  return due !== undefined;
}

/** Bindings of one UTC day; both arrays have the same order. */
export type DueBindings = {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly userIds: readonly number[];
  readonly inviterIds: readonly number[];
};

/**
 * Returns at most `limit` bindings that are not rolled up yet, by the UTC day of the binding. They are no longer due
 * once the transaction commits. Their order does not change the figures.
 */
export async function takeDueBindings(tx: Database, limit: number): Promise<DueBindings[]> {
  const { rows } = await sql<{ day: string; users: string; inviters: string }>`
    with taken as (
      delete from team_bind_due where ctid = any(array(select ctid from team_bind_due limit ${limit}::int))
      returning bind_id
    )
    select to_char(day, 'YYYY-MM-DD') as day, users::text, inviters::text from (
      select (b.bound_at at time zone 'UTC')::date as day, array_agg(b.user_id) as users,
        array_agg(b.inviter_id) as inviters
      from taken t join team_bind b on b.id = t.bind_id group by 1
    ) days order by 1`.execute(tx);
  return rows.map(({ day, users, inviters }) => ({
    day,
    userIds: parseIntegers(users),
    inviterIds: parseIntegers(inviters),
  }));
}
