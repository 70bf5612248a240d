import type { Database } from '#platform/database/database.ts';

/** Returns the user whose invitation this user accepted; null when there is none. */
export async function findSuperiorId(db: Database, userId: bigint): Promise<bigint | null> {
  const participant = await db
    .selectFrom('participant')
    .select('inviter_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return participant?.inviter_id ?? null;
}
