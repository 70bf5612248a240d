import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { nodeType } from '@city-mint/domain/team/node-type';
import { performanceLevel, teamLevel } from '@city-mint/domain/team/team-level';
import type { TeamTree } from '@city-mint/domain/team/team-tree';
import type { Thresholds } from '../../member.ts';
import { insertStatusChanges, type MembersToWrite, writeMembers } from '../../store/members.ts';
import type { StatementQueue } from '../../store/statement-queue.ts';
import { levelOf, nodeTypeCode, nodeTypeOf } from '../../store/status-codes.ts';

/**
 * Writes the named columns of members and the status that results from their figures, and records each changed status.
 * Returns once all statements are queued.
 */
export async function saveMembers(
  queue: StatementQueue,
  thresholds: Thresholds,
  members: MembersToWrite,
): Promise<void> {
  const { tree, slots } = members;
  const changed = refreshTree(tree, slots, thresholds);
  await writeMembers(queue, members);
  await insertStatusChanges(queue, tree, changed);
}

/**
 * Writes the statuses that result from members' figures by these thresholds, where they changed, and records the
 * changes. Returns once all statements are queued.
 */
export async function saveStatuses(
  queue: StatementQueue,
  thresholds: Thresholds,
  members: Pick<MembersToWrite, 'tree' | 'storedSize' | 'slots'>,
): Promise<void> {
  const changed = refreshTree(members.tree, members.slots, thresholds);
  await writeMembers(queue, { ...members, slots: changed, columns: [] });
  await insertStatusChanges(queue, members.tree, changed);
}

/** Sets the statuses of these slots in the tree; returns the slots whose status changed. */
function refreshTree(tree: TeamTree, slots: Iterable<number>, thresholds: Thresholds): number[] {
  const changed: number[] = [];
  for (const slot of slots) if (refreshStatus(tree, slot, thresholds)) changed.push(slot);
  return changed;
}

/**
 * Sets the status that results from a member's figures and grants; returns whether it changed.
 * docs/money-rules.md#8-team-nodes-levels
 */
function refreshStatus(tree: TeamTree, slot: number, thresholds: Thresholds): boolean {
  const { columns } = tree;
  const teamPerformance = tree.teamPerformance.get(slot);
  const smallArea = tokenAmount(teamPerformance - tree.largestLeg.get(slot));
  const joinedDirects = columns.joinedDirectCounts[slot] ?? 0;
  const granted = nodeTypeOf(columns.grantedTypes[slot] ?? 0);
  const type = nodeTypeCode(nodeType({ joinedDirects, teamPerformance, granted }, thresholds.node));
  const levelOfPerformance = performanceLevel(smallArea, thresholds.level);
  const rewardLevel = levelOf(columns.rewardLevels[slot] ?? 0);
  const level = teamLevel({ rewardLevel, performanceLevel: levelOfPerformance });
  const isSame =
    type === columns.nodeTypes[slot] &&
    levelOfPerformance === columns.performanceLevels[slot] &&
    level === columns.teamLevels[slot];
  if (isSame) return false;
  columns.nodeTypes[slot] = type;
  columns.performanceLevels[slot] = levelOfPerformance;
  columns.teamLevels[slot] = level;
  return true;
}
