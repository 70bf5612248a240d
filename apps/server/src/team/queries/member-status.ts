import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { TeamGrant } from '#platform/database/generated/db.ts';
import type { StatusGrant } from '../member.ts';
import { levelOf, nodeTypeOf } from '../store/status-codes.ts';
import { type DatedThresholds, listAnnouncedThresholds, readThresholds } from '../store/thresholds.ts';

export type UserGrant = Omit<StatusGrant, 'userId'> & {
  readonly reason: string;
  readonly grantedAt: Date;
  /** Whether the user's status includes it. */
  readonly applied: boolean;
};

/** Returns the operators' grants to a user, newest first, at most `limit`. */
export async function listUserGrants(
  db: Database,
  { userId, limit }: { readonly userId: bigint; readonly limit: number },
): Promise<UserGrant[]> {
  const rows = await db
    .selectFrom('team_grant')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(userGrantOf);
}

/** A grant of any member, with its number. */
export type MemberGrant = UserGrant & { readonly grantId: bigint; readonly userId: bigint };

type MemberGrantsPage = {
  /** Grants of a node type, or of a level; undefined = both. */
  readonly of?: 'nodes' | 'levels' | undefined;
  readonly userId?: bigint | undefined;
  /** The page begins below this grant; null = from the newest. */
  readonly before: bigint | null;
  readonly limit: number;
};

/** Returns the operators' grants to members, newest first. */
export async function listMemberGrants(
  db: Database,
  { of, userId, before, limit }: MemberGrantsPage,
): Promise<MemberGrant[]> {
  let query = db.selectFrom('team_grant').selectAll();
  if (of !== undefined) query = query.where(of === 'nodes' ? 'node_type' : 'reward_level', 'is not', null);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (before !== null) query = query.where('id', '<', before);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...userGrantOf(row), grantId: row.id, userId: row.user_id }));
}

function userGrantOf(row: Selectable<TeamGrant>): UserGrant {
  return {
    nodeType: row.node_type === null ? null : nodeTypeOf(row.node_type),
    rewardLevel: row.reward_level === null ? null : levelOf(row.reward_level),
    reason: row.reason,
    grantedAt: row.granted_at,
    applied: row.applied,
  };
}

/**
 * Returns the newest grant of each kind to a user, whether or not the status includes it yet; null = no grant of that
 * kind.
 */
export async function readGranted(db: Database, userId: bigint): Promise<Omit<StatusGrant, 'userId'>> {
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
    nodeType: type === null ? null : nodeTypeOf(type),
    rewardLevel: level === null ? null : levelOf(level),
  };
}

/**
 * Returns the requirements of node types and levels: those of now, and those announced for later, the next first.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function readTeamThresholds(
  db: Database,
): Promise<{ readonly now: DatedThresholds; readonly announced: readonly DatedThresholds[] }> {
  const [now, announced] = [await readThresholds(db), await listAnnouncedThresholds(db)];
  return { now, announced };
}
