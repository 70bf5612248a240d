import type { Database } from '#platform/database/database.ts';
import type { Member } from '../member.ts';
import { memberStatusOf, type Thresholds } from '../member-status-of.ts';
import { insertStatusChanges, type MemberColumn, saveMembers } from '../store/members.ts';

const STANDING = ['node_type', 'performance_level', 'team_level'] as const;

/**
 * Saves the named columns of members and the standing that their figures come to; a standing that changed is kept as a
 * row of its own.
 */
export async function saveChanged(
  tx: Database,
  thresholds: Thresholds,
  { members, columns }: { members: readonly Member[]; columns: readonly MemberColumn[] },
): Promise<void> {
  const now = members.map((member) => memberStatusOf(member, thresholds));
  await saveMembers(tx, now, [...columns, ...STANDING]);
  await insertStatusChanges(
    tx,
    now.filter((member, index) => hasChanged(member, members[index])),
  );
}

function hasChanged(now: Member, before: Member | undefined): boolean {
  return (
    before === undefined ||
    now.nodeType !== before.nodeType ||
    now.performanceLevel !== before.performanceLevel ||
    now.teamLevel !== before.teamLevel
  );
}
