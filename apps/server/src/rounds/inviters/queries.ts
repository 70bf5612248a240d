import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Returns the inviters of these users, by user; users without an inviter are absent. */
export async function findSuperiorIds(db: Database, userIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const bound = await db
    .selectFrom('participant')
    .select(['user_id', 'inviter_id'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(bound.flatMap(({ user_id, inviter_id }) => (inviter_id === null ? [] : [[user_id, inviter_id]])));
}

/**
 * Returns the ids of everyone above a user, nearest first; an empty list if `unlessUser` has no referrals: no one can
 * be below that user then.
 */
export async function listAbove(
  db: Database,
  { userId, unlessUser }: { readonly userId: bigint; readonly unlessUser: bigint },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    with recursive up as (
      select inviter_id as id from participant
      where user_id = ${userId} and inviter_id is not null
        and exists (select 1 from participant where inviter_id = ${unlessUser})
      union
      select p.inviter_id from up join participant p on p.user_id = up.id where p.inviter_id is not null
    )
    select id from up`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the user's inviter, or null. */
export async function findSuperiorId(db: Database, userId: bigint): Promise<bigint | null> {
  const participant = await db
    .selectFrom('participant')
    .select('inviter_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return participant?.inviter_id ?? null;
}
