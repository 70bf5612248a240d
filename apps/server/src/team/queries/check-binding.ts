import { checkInviter, type InviterRefusal } from '@city-mint/domain/team/check-inviter';
import type { Database } from '#platform/database/database.ts';
import type { FindRegionRule } from '#regions/queries.ts';
import { findSuperiorId, listAbove } from '#rounds/inviters/queries.ts';
import { findAddress, findUserId } from '#session/queries/users.ts';

export type BindingRefusal = {
  readonly refusal: InviterRefusal | 'region-not-allowed';
  readonly details: { readonly field?: 'superior'; readonly limit?: string; readonly bound?: string };
};

/**
 * Returns why binding a user to the inviter of this address (EIP-55) would be refused now, in checking order; undefined
 * when it would be done. Locks nothing: the binding itself decides again. docs/money-rules.md#8-team-nodes-levels
 */
export async function checkBinding(
  { db, findRegionRule }: { readonly db: Database; readonly findRegionRule: FindRegionRule },
  asked: { readonly userId: bigint; readonly superior: string; readonly country: string | null },
): Promise<BindingRefusal | undefined> {
  const rule = await findRegionRule(asked.country);
  if (!rule.referral) return { refusal: 'region-not-allowed', details: { limit: rule.region } };
  const { userId } = asked;
  const [inviterId, boundTo] = await Promise.all([findUserId(db, asked.superior), findSuperiorId(db, userId)]);
  const above = inviterId === null ? [] : await listAbove(db, { userId: inviterId, unlessUser: userId });
  const refusal = checkInviter(
    { id: userId, above: boundTo === null ? [] : [boundTo] },
    inviterId === null ? null : { id: inviterId, above },
  );
  if (refusal === undefined) return undefined;
  const bound = boundTo === null ? null : await findAddress(db, boundTo);
  return { refusal, details: { field: 'superior', ...(bound === null ? {} : { bound }) } };
}
