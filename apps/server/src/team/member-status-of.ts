import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { type NodeThresholds, nodeType } from '@city-mint/domain/team/node-type';
import { type LevelThresholds, performanceLevel, teamLevel } from '@city-mint/domain/team/team-level';
import type { Member } from './member.ts';

export type Thresholds = { readonly node: NodeThresholds; readonly level: LevelThresholds };

/** The member with the standing that the figures and the grants come to. docs/money-rules.md#8-team-nodes-levels. */
export function memberStatusOf(member: Member, thresholds: Thresholds): Member {
  const { grantedType, joinedDirectCount, rewardLevel, teamPerformance, largestLeg } = member;
  const smallArea = tokenAmount(teamPerformance - largestLeg);
  const performance = performanceLevel(smallArea, thresholds.level);
  return {
    ...member,
    nodeType: nodeType({ joinedDirects: joinedDirectCount, teamPerformance, granted: grantedType }, thresholds.node),
    performanceLevel: performance,
    teamLevel: teamLevel({ rewardLevel, performanceLevel: performance }),
  };
}
