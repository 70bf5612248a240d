import { type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import type { NodeType } from '@city-mint/domain/team/node-type';
import type { TeamNode } from '@city-mint/domain/team/roll-up';
import type { TeamLevel } from '@city-mint/domain/team/team-level';

/**
 * What is kept of a user's team: the figures that are carried up, sums of the user's own, and the standing. JU in base
 * units.
 */
export type Member = TeamNode<bigint> & {
  /** Accepted amounts of own failed orders, and of direct referrals' minted ones. */
  readonly liquidated: TokenAmount;
  readonly recommended: TokenAmount;
  /** Referral rewards: what this user's orders earned the inviter, and what this user earned as one. */
  readonly earnedForInviter: TokenAmount;
  readonly rewards: TokenAmount;
} & MemberStatus;

/** Node type and levels of a user, the granted ones with them. docs/money-rules.md#8-team-nodes-levels. */
export type MemberStatus = {
  readonly grantedType: NodeType;
  readonly rewardLevel: TeamLevel;
  readonly nodeType: NodeType;
  readonly performanceLevel: TeamLevel;
  readonly teamLevel: TeamLevel;
};

/** A user of whose team nothing is known yet. */
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
