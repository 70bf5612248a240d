import { checkInviter, type InviterRefusal } from '@city-mint/domain/team/check-inviter';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Binds a user's inviter (null = an address that is not registered), once and for ever, inside the caller's transaction; gives why not, or
 * undefined when it is done. What decides is locked until that transaction ends, so no two bindings at a time can close a circle.
 * rules.md section 8.
 */
export async function bindInviter(
  tx: Database,
  { userId, inviterId }: { readonly userId: bigint; readonly inviterId: bigint | null },
): Promise<InviterRefusal | undefined> {
  const { rows } = await sql<{ bound_to: bigint | null; above: bigint[] }>`
    select bound_to, above from lock_for_bind(${userId}, ${inviterId})`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Error('the lock for a binding gave nothing');
  const refusal = checkInviter(
    { id: userId, above: found.bound_to === null ? [] : [found.bound_to] },
    inviterId === null ? null : { id: inviterId, above: found.above },
  );
  if (refusal !== undefined) return refusal;
  await sql`update participant set inviter_id = ${inviterId} where user_id = ${userId}`.execute(tx);
  return undefined;
}
