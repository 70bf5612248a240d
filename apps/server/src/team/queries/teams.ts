import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import { findAddresses } from '#session/queries/users.ts';
import type { MemberStatus } from '../member.ts';
import { levelOf, nodeTypeOf } from '../store/status-codes.ts';

/** A user's team; JU in base units. */
export type Team = Omit<MemberStatus, 'grantedType'> & {
  readonly directCount: number;
  readonly joinedDirectCount: number;
  readonly teamCount: number;
  readonly ownPerformance: TokenAmount;
  readonly teamPerformance: TokenAmount;
  readonly smallAreaPerformance: TokenAmount;
  readonly rewards: TokenAmount;
};

const NO_TEAM: Team = {
  rewardLevel: 0,
  nodeType: 'none',
  performanceLevel: 0,
  teamLevel: 0,
  directCount: 0,
  joinedDirectCount: 0,
  teamCount: 0,
  ownPerformance: ZERO,
  teamPerformance: ZERO,
  smallAreaPerformance: ZERO,
  rewards: ZERO,
};

/**
 * Returns a user's status and figures; one row is read, however large or deep the team is.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function readTeam(db: Database, userId: bigint): Promise<Team> {
  const row = await db.selectFrom('team_member').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (row === undefined) return NO_TEAM;
  return {
    rewardLevel: levelOf(row.reward_level),
    nodeType: nodeTypeOf(row.node_type),
    performanceLevel: levelOf(row.performance_level),
    teamLevel: levelOf(row.team_level),
    directCount: row.direct_count,
    joinedDirectCount: row.joined_direct_count,
    teamCount: row.team_count,
    ownPerformance: tokenAmount(row.own_performance),
    teamPerformance: tokenAmount(row.team_performance),
    smallAreaPerformance: tokenAmount(row.team_performance - row.largest_leg),
    rewards: tokenAmount(row.rewards),
  };
}

type DirectReferral = Pick<MemberStatus, 'nodeType' | 'teamLevel'> & {
  readonly bindingId: bigint;
  readonly userId: bigint;
  readonly boundAt: Date;
  readonly ownPerformance: TokenAmount;
  readonly teamPerformance: TokenAmount;
  readonly earnedForInviter: TokenAmount;
};

/**
 * Returns a user's direct referrals with their addresses (EIP-55), the newest binding first: at most `limit`, those
 * before the binding `before`.
 */
export async function listDirects(
  db: Database,
  page: { readonly inviterId: bigint; readonly before: bigint | null; readonly limit: number },
): Promise<(DirectReferral & { readonly address: string })[]> {
  const referrals = await findDirects(db, page);
  const addressOf = await findAddresses(
    db,
    referrals.map(({ userId }) => userId),
  );
  return referrals.map((referral) => ({ ...referral, address: addressOf(referral.userId) }));
}

async function findDirects(
  db: Database,
  page: { inviterId: bigint; before: bigint | null; limit: number },
): Promise<DirectReferral[]> {
  const rows = await db
    .selectFrom('team_bind as b')
    .leftJoin('team_member as m', 'm.user_id', 'b.user_id')
    .select(['b.id', 'b.user_id', 'b.bound_at', 'm.node_type', 'm.team_level'])
    .select(['m.own_performance', 'm.team_performance', 'm.earned_for_inviter'])
    .where('b.inviter_id', '=', page.inviterId)
    .$if(page.before !== null, (query) => query.where('b.id', '<', page.before ?? 0n))
    .orderBy('b.id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    bindingId: row.id,
    userId: row.user_id,
    boundAt: row.bound_at,
    nodeType: nodeTypeOf(row.node_type ?? 0),
    teamLevel: levelOf(row.team_level ?? 0),
    ownPerformance: tokenAmount(row.own_performance ?? 0n),
    teamPerformance: tokenAmount(row.team_performance ?? 0n),
    earnedForInviter: tokenAmount(row.earned_for_inviter ?? 0n),
  }));
}
