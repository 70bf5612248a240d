import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
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
 * Returns a user's status and figures; reads one row, however large or deep the team is.
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
