import type { NodeThresholds, NodeType } from '@city-mint/domain/team/node-type';
import type { LevelThresholds, TeamLevel } from '@city-mint/domain/team/team-level';

/** The requirements of node types and levels. docs/money-rules.md#8-team-nodes-levels */
export type Thresholds = { readonly node: NodeThresholds; readonly level: LevelThresholds };

/** An operator's grant to a user; null = not part of the grant. */
export type StatusGrant = {
  readonly userId: bigint;
  readonly nodeType: NodeType | null;
  readonly rewardLevel: TeamLevel | null;
};

/** A user's node type and levels, granted and computed. docs/money-rules.md#8-team-nodes-levels */
export type MemberStatus = {
  readonly grantedType: NodeType;
  readonly rewardLevel: TeamLevel;
  readonly nodeType: NodeType;
  readonly performanceLevel: TeamLevel;
  readonly teamLevel: TeamLevel;
};
