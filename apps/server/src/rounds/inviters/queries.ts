import type { Database } from '#platform/database/database.ts';

/** The user whose invitation this user accepted, or null. */
export async function findSuperiorId(db: Database, userId: bigint): Promise<bigint | null> {
  const row = await db.selectFrom('participant').select('inviter_id').where('user_id', '=', userId).executeTakeFirst();
  return row?.inviter_id ?? null;
}
