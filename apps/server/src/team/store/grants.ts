import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { StatusGrant } from '../member.ts';
import { levelOf, nodeTypeCode, nodeTypeOf } from './status-codes.ts';

/** Returns whether some grants are not applied yet. */
export async function hasPendingGrants(tx: Database): Promise<boolean> {
  const pending = tx.selectFrom('team_grant').select('id').where('applied', '=', sql<boolean>`false`);
  return (await pending.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Returns at most `limit` grants that are not applied yet, in the order in which they were made. They are applied once
 * the transaction commits, each once: the caller writes the statuses that include them.
 */
export async function takeGrants(tx: Database, limit: number): Promise<StatusGrant[]> {
  const { rows } = await sql<{ user_id: bigint; node_type: number | null; reward_level: number | null }>`
    select user_id, node_type, reward_level from take_team_grants(${limit}::int)`.execute(tx);
  return rows.map((row) => ({
    userId: row.user_id,
    nodeType: row.node_type === null ? null : nodeTypeOf(row.node_type),
    rewardLevel: row.reward_level === null ? null : levelOf(row.reward_level),
  }));
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
