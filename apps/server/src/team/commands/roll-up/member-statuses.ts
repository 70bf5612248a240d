import type { TeamTree } from '@city-mint/domain/team/team-tree';
import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../../member.ts';
import { takeGrants } from '../../store/grants.ts';
import { advanceStatusProgress, type RollUpProgress } from '../../store/roll-up-progress.ts';
import { withStatementQueue } from '../../store/statement-queue.ts';
import { nodeTypeCode } from '../../store/status-codes.ts';
import type { StepTree } from './open-tree.ts';
import { saveMembers, saveStatuses } from './save-members.ts';

/** Maximum number of grants per transaction. */
const GRANTS_PER_STEP = 10_000;
/** Maximum number of members per transaction. */
const MEMBERS_PER_STEP = 250_000;

/**
 * Applies the operator's next grants to the statuses; the newest of each kind counts. Returns once they are written.
 */
export async function applyGrants(tx: Database, thresholds: Thresholds, step: StepTree): Promise<void> {
  const grants = await takeGrants(tx, GRANTS_PER_STEP);
  const { tree, storedSize } = await step.open();
  const slots = new Set<number>();
  for (const { userId, nodeType, rewardLevel } of grants) {
    const slot = tree.add(Number(userId));
    slots.add(slot);
    if (nodeType !== null) tree.columns.grantedTypes[slot] = nodeTypeCode(nodeType);
    if (rewardLevel !== null) tree.columns.rewardLevels[slot] = rewardLevel;
  }
  await withStatementQueue(tx, (queue) => saveMembers(queue, thresholds, { tree, storedSize, slots, columns: [] }));
}

type CurrentThresholds = Thresholds & { readonly version: number };

/** Returns whether some statuses are not yet computed by the newest thresholds. */
export function isRefreshDue(thresholds: CurrentThresholds, { statusVersion, statusAfter }: RollUpProgress): boolean {
  return statusVersion < thresholds.version || statusAfter !== null;
}

/** Computes the next statuses by the newest thresholds; returns once the changed ones are written. */
export async function refreshStatuses(
  tx: Database,
  thresholds: CurrentThresholds,
  { progress, tree: step }: { readonly progress: RollUpProgress; readonly tree: StepTree },
): Promise<void> {
  const isBegun = progress.statusVersion === thresholds.version;
  const { tree, storedSize } = await step.open();
  const ids = nextIds(tree, isBegun ? Number(progress.statusAfter ?? 0n) : 0);
  const slots = Array.from(ids, (id) => tree.find(id));
  await withStatementQueue(tx, (queue) => saveStatuses(queue, thresholds, { tree, storedSize, slots }));
  const after = ids.length < MEMBERS_PER_STEP ? null : BigInt(ids.at(-1) ?? 0);
  await advanceStatusProgress(tx, { version: thresholds.version, after });
}

/** The members' next ids above `after`, in ascending order, as many as one step processes. */
function nextIds(tree: TeamTree, after: number): Float64Array {
  const ids = tree.columns.ids.subarray(0, tree.size).filter((id) => id > after);
  return ids.sort().subarray(0, MEMBERS_PER_STEP);
}
