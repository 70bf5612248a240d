import { checkInviter, type InviterRefusal } from '@city-mint/domain/team/check-inviter';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Binds a user's inviter permanently (null = an address that is not registered), inside the caller's transaction.
 * Returns the refusal, or undefined when it is done. The deciding rows are locked until that transaction ends, so two
 * concurrent bindings cannot close a circle (docs/money-rules.md#8-team-nodes-levels).
 */
export async function bindInviter(
  tx: Database,
  { userId, inviterId }: { readonly userId: bigint; readonly inviterId: bigint | null },
): Promise<InviterRefusal | undefined> {
  const { rows } = await sql<{ bound_to: bigint | null; above: bigint[] }>`
    select bound_to, above from lock_for_bind(${userId}, ${inviterId})`.execute(tx);
  const [locked] = rows;
  if (locked === undefined) throw new Error('lock_for_bind returned no row');
  const refusal = checkInviter(
    { id: userId, above: locked.bound_to === null ? [] : [locked.bound_to] },
    inviterId === null ? null : { id: inviterId, above: locked.above },
  );
  if (refusal !== undefined) return refusal;
  await sql`update participant set inviter_id = ${inviterId} where user_id = ${userId}`.execute(tx);
  return undefined;
}
