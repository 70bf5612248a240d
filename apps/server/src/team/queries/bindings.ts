import type { Database } from '#platform/database/database.ts';
import { findAddress } from '#session/queries/users.ts';

/** Returns a user's inviter (EIP-55) and the time of the binding; null where the user has none. */
export async function readBinding(
  db: Database,
  userId: bigint,
): Promise<{ readonly inviter: string; readonly boundAt: Date } | null> {
  const binding = await db
    .selectFrom('team_bind')
    .select(['inviter_id', 'bound_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (binding === undefined) return null;
  const inviter = await findAddress(db, binding.inviter_id);
  if (inviter === null) throw new Error(`the inviter of user ${userId} is not a user`);
  return { inviter, boundAt: binding.bound_at };
}
