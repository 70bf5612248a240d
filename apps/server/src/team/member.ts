import { type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import type { NodeThresholds, NodeType } from '@city-mint/domain/team/node-type';
import type { TeamNode } from '@city-mint/domain/team/roll-up';
import type { LevelThresholds, TeamLevel } from '@city-mint/domain/team/team-level';

/** What node types and levels require. docs/money-rules.md#8-team-nodes-levels */
export type Thresholds = { readonly node: NodeThresholds; readonly level: LevelThresholds };

/** What an operator granted a user; null = not part of the grant. */
export type StatusGrant = {
  readonly userId: bigint;
  readonly nodeType: NodeType | null;
  readonly rewardLevel: TeamLevel | null;
};

/**
 * A user's row of the team tree: the figures that are rolled up, the user's own sums, and the status. JU base units.
 */
export type Member = TeamNode<bigint> & {
  /** Accepted amounts of own failed orders, and of direct referrals' minted ones. */
  readonly liquidated: TokenAmount;
  readonly recommended: TokenAmount;
  /** Referral rewards: what this user's orders earned the inviter, and what this user earned as one. */
  readonly earnedForInviter: TokenAmount;
  readonly rewards: TokenAmount;
} & MemberStatus;

/** A user's node type and levels, granted and computed. docs/money-rules.md#8-team-nodes-levels */
export type MemberStatus = {
  readonly grantedType: NodeType;
  readonly rewardLevel: TeamLevel;
  readonly nodeType: NodeType;
  readonly performanceLevel: TeamLevel;
  readonly teamLevel: TeamLevel;
};

/** Returns a member without inviter, team or figures. */
export function newMember(id: bigint): Member {
  return {
    id,
    inviterId: null,
    hasJoined: false,
    directCount: 0,
    joinedDirectCount: 0,
    teamCount: 0,
    ownPerformance: ZERO,
    teamPerformance: ZERO,
    largestLeg: ZERO,
    liquidated: ZERO,
    recommended: ZERO,
    earnedForInviter: ZERO,
    rewards: ZERO,
    grantedType: 'none',
    rewardLevel: 0,
    nodeType: 'none',
    performanceLevel: 0,
    teamLevel: 0,
  };
}
