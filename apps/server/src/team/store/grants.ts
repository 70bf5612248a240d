import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { StatusGrant } from '../member.ts';
import { arrayLiteral } from './array-literal.ts';
import { levelOf, nodeTypeCode, nodeTypeOf } from './status-codes.ts';

/** Returns whether some grants are not applied yet. */
export async function hasPendingGrants(tx: Database): Promise<boolean> {
  return (await listPendingGrants(tx, 1)).length > 0;
}

/** Returns at most `limit` grants that are not applied yet, in the order in which they were made. */
export async function listPendingGrants(
  tx: Database,
  limit: number,
): Promise<(StatusGrant & { readonly id: bigint })[]> {
  const rows = await tx
    .selectFrom('team_grant')
    .select(['id', 'user_id', 'node_type', 'reward_level'])
    .where('applied', '=', sql<boolean>`false`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    nodeType: row.node_type === null ? null : nodeTypeOf(row.node_type),
    rewardLevel: row.reward_level === null ? null : levelOf(row.reward_level),
  }));
}

/** Stores that the statuses include these grants; returns once it is written. */
export async function setGrantsApplied(tx: Database, ids: readonly bigint[]): Promise<void> {
  await sql`update team_grant set applied = true where id = any(${arrayLiteral(ids)}::bigint[])`.execute(tx);
}

/** Stores a grant for the next roll-up; returns once it is written. */
export async function insertGrant(tx: Database, grant: StatusGrant & { readonly reason: string }): Promise<void> {
  await tx
    .insertInto('team_grant')
    .values({
      user_id: grant.userId,
      node_type: grant.nodeType === null ? null : nodeTypeCode(grant.nodeType),
      reward_level: grant.rewardLevel,
      reason: grant.reason,
    })
    .execute();
}
