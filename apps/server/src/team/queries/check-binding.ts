import { checkInviter, type InviterRefusal } from '@city-mint/domain/team/check-inviter';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { FindRegionRule } from '#regions/queries.ts';
import { findSuperiorId, listAbove } from '#rounds/inviters/queries.ts';
import { findAddress, findUserId } from '#session/queries/users.ts';
import { type AskedInviter, findNewestInviterRequest } from '../store/inviter-requests.ts';

export type { AskedInviter, RequestRefusal } from '../store/inviter-requests.ts';

export type BindingRefusal = {
  readonly refusal: InviterRefusal | 'region-not-allowed';
  readonly details: { readonly field?: 'superior'; readonly limit?: string; readonly bound?: string };
};

/**
 * Returns why binding a user to the inviter of this address (EIP-55) would be refused now, in checking order; undefined
 * when it would succeed. Takes no lock: the binding itself decides again. docs/money-rules.md#8-team-nodes-levels
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

/** Returns the last inviter that a user requested within a day, with the outcome; undefined without one. */
export async function readAskedInviter(db: Database, userId: bigint): Promise<AskedInviter | undefined> {
  return findNewestInviterRequest(db, userId);
}

/**
 * Returns the number of signed requests that no worker has decided, and the age of the oldest in seconds (0 = none).
 */
export async function readWaitingRequests(db: Database): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; oldestSeconds: number }>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from clock_timestamp() - min(asked_at)), 0)::float8 as "oldestSeconds"
    from inviter_request where state = 'waiting'`.execute(db);
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
}
