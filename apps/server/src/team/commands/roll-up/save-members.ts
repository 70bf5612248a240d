import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { nodeType } from '@city-mint/domain/team/node-type';
import { performanceLevel, teamLevel } from '@city-mint/domain/team/team-level';
import type { Database } from '#platform/database/database.ts';
import type { Member, Thresholds } from '../../member.ts';
import { insertStatusChanges, type MemberColumn, updateMembers } from '../../store/members.ts';

const STATUS_COLUMNS = ['node_type', 'performance_level', 'team_level'] as const;

/**
 * Writes the named columns of members and the status that their figures come to, and records each status that changed.
 * Returns once all are written.
 */
export async function saveMembers(
  tx: Database,
  thresholds: Thresholds,
  { members, columns }: { members: readonly Member[]; columns: readonly MemberColumn[] },
): Promise<void> {
  const updatedMembers = members.map((member) => withStatus(member, thresholds));
  await updateMembers(tx, updatedMembers, [...columns, ...STATUS_COLUMNS]);
  await insertStatusChanges(
    tx,
    updatedMembers.filter((member, index) => hasNewStatus(member, members[index])),
  );
}

/** The member with the status that its figures and grants come to. docs/money-rules.md#8-team-nodes-levels */
function withStatus(member: Member, thresholds: Thresholds): Member {
  const { grantedType, joinedDirectCount, rewardLevel, teamPerformance, largestLeg } = member;
  const smallArea = tokenAmount(teamPerformance - largestLeg);
  const levelOfPerformance = performanceLevel(smallArea, thresholds.level);
  return {
    ...member,
    nodeType: nodeType({ joinedDirects: joinedDirectCount, teamPerformance, granted: grantedType }, thresholds.node),
    performanceLevel: levelOfPerformance,
    teamLevel: teamLevel({ rewardLevel, performanceLevel: levelOfPerformance }),
  };
}

function hasNewStatus(updated: Member, previous: Member | undefined): boolean {
  return (
    previous === undefined ||
    updated.nodeType !== previous.nodeType ||
    updated.performanceLevel !== previous.performanceLevel ||
    updated.teamLevel !== previous.teamLevel
  );
}
