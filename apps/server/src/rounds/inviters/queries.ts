import type { Database } from '#platform/database/database.ts';

/** Returns the users whose invitations these users accepted, by user; none where there is none. */
export async function findSuperiorIds(db: Database, userIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const bound = await db
    .selectFrom('participant')
    .select(['user_id', 'inviter_id'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(bound.flatMap(({ user_id, inviter_id }) => (inviter_id === null ? [] : [[user_id, inviter_id]])));
}

/** Returns the user whose invitation this user accepted; null when there is none. */
export async function findSuperiorId(db: Database, userId: bigint): Promise<bigint | null> {
  const participant = await db
    .selectFrom('participant')
    .select('inviter_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return participant?.inviter_id ?? null;
}
