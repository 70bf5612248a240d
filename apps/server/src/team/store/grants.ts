import type { NodeType } from '@city-mint/domain/team/node-type';
import type { TeamLevel } from '@city-mint/domain/team/team-level';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { arrayOf } from './array-of.ts';
import { levelAt, nodeTypeAt, positionOf } from './positions.ts';

/** What the operator granted a user; null = says nothing of it. */
export type Grant = {
  readonly userId: bigint;
  readonly nodeType: NodeType | null;
  readonly rewardLevel: TeamLevel | null;
};

/** Grants that no standing includes yet, in the order in which they were made. */
export async function listGrants(tx: Database, limit: number): Promise<(Grant & { readonly id: bigint })[]> {
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
    nodeType: row.node_type === null ? null : nodeTypeAt(row.node_type),
    rewardLevel: row.reward_level === null ? null : levelAt(row.reward_level),
  }));
}

export async function markGrants(tx: Database, ids: readonly bigint[]): Promise<void> {
  await sql`update team_grant set applied = true where id = any(${arrayOf(ids)}::bigint[])`.execute(tx);
}

export async function insertGrant(tx: Database, grant: Grant & { readonly reason: string }): Promise<void> {
  await tx
    .insertInto('team_grant')
    .values({
      user_id: grant.userId,
      node_type: grant.nodeType === null ? null : positionOf(grant.nodeType),
      reward_level: grant.rewardLevel,
      reason: grant.reason,
    })
    .execute();
}

/** A user's grants, the newest first. */
export async function selectGrantsOf(
  db: Database,
  { userId, limit }: { userId: bigint; limit: number },
): Promise<(Omit<Grant, 'userId'> & { reason: string; grantedAt: Date; applied: boolean })[]> {
  const rows = await db
    .selectFrom('team_grant')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    nodeType: row.node_type === null ? null : nodeTypeAt(row.node_type),
    rewardLevel: row.reward_level === null ? null : levelAt(row.reward_level),
    reason: row.reason,
    grantedAt: row.granted_at,
    applied: row.applied,
  }));
}

/** The newest grant of each kind. */
export async function selectGranted(db: Database, userId: bigint): Promise<Omit<Grant, 'userId'>> {
  const newest = async (column: 'node_type' | 'reward_level') => {
    const row = await db
      .selectFrom('team_grant')
      .select(column)
      .where('user_id', '=', userId)
      .where(column, 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.[column] ?? null;
  };
  const [type, level] = [await newest('node_type'), await newest('reward_level')];
  return {
    nodeType: type === null ? null : nodeTypeAt(type),
    rewardLevel: level === null ? null : levelAt(level),
  };
}
