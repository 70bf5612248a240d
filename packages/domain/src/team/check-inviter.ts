/** Why an inviter cannot be bound, in checking order. docs/money-rules.md#8-team-nodes-levels. */
export const INVITER_REFUSALS = ['already-bound', 'unknown-address', 'own-address', 'below-yourself'] as const;
export type InviterRefusal = (typeof INVITER_REFUSALS)[number];

/** A registered user, and the ids of everyone above: the inviter, the inviter's inviter, and so on. */
export type TeamMember<Id> = { readonly id: Id; readonly above: readonly Id[] };

/**
 * The first reason why the user cannot be bound below this inviter (null = an address that is not registered), or
 * undefined when it can. An inviter is bound once, permanently. docs/money-rules.md#8-team-nodes-levels.
 */
export function checkInviter<Id extends string | number | bigint>(
  user: TeamMember<Id>,
  inviter: TeamMember<Id> | null,
): InviterRefusal | undefined {
  if (user.above.length > 0) return 'already-bound';
  if (inviter === null) return 'unknown-address';
  if (inviter.id === user.id) return 'own-address';
  if (inviter.above.includes(user.id)) return 'below-yourself';
  return undefined;
}
