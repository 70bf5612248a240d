import type { Database } from '#platform/database/database.ts';
import { findAddress } from '#session/queries/users.ts';

/** Who invited a user (EIP-55), and since when they are bound; null where no one did. */
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
  if (inviter === null) throw new Error(`the inviter of user ${userId} is no user`);
  return { inviter, boundAt: binding.bound_at };
}
