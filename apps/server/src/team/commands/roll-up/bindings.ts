import { ZERO } from '@city-mint/domain/money/token-amount';
import { rollUpTree, type TreeChange } from '@city-mint/domain/team/roll-up-tree';
import type { TeamTree } from '@city-mint/domain/team/team-tree';
import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../../member.ts';
import { type DueBindings, takeDueBindings } from '../../store/bindings.ts';
import { listLegs } from '../../store/members.ts';
import { withStatementQueue } from '../../store/statement-queue.ts';
import { addToTeamDay, type DayShare, EMPTY_DAY_SHARE } from '../../store/team-days.ts';
import type { StepTree } from './open-tree.ts';
import { saveMembers } from './save-members.ts';

/** Maximum number of bindings per transaction; fewer would cause more writes to the rows of members above. */
const BINDINGS_PER_STEP = 1_000_000;
/** The columns that a binding changes. */
const BINDING_COLUMNS = [
  'inviter_id',
  'direct_count',
  'joined_direct_count',
  'team_count',
  'team_performance',
  'largest_leg',
] as const;

/**
 * Adds the due bindings to the figures: a bound user brings everyone below them, with all that they minted. Returns
 * once they are written. docs/money-rules.md#8-team-nodes-levels
 */
export async function rollUpBindings(tx: Database, thresholds: Thresholds, step: StepTree): Promise<void> {
  const dueBindings = await takeDueBindings(tx, BINDINGS_PER_STEP);
  const { tree, storedSize } = await step.open();
  await withStatementQueue(tx, async (queue) => {
    // Queues the statements that need no tree first, so that the database executes them during the computation.
    for (const bindings of dueBindings) await addToTeamDay(queue, bindings.day, sharesOf(bindings));
    await queue.letLeave();
    const changes = dueBindings.flatMap((bindings) => bindAll(tree, bindings));
    const slots = rollUpTree(tree, changes);
    await saveMembers(queue, thresholds, { tree, storedSize, slots, columns: BINDING_COLUMNS });
    const bound = changes.map(({ slot }) => slot);
    await listLegs(queue, tree, bound);
  });
}

/** Moves each user below their inviter; returns the changes to roll up. */
function bindAll(tree: TeamTree, { userIds, inviterIds }: DueBindings): TreeChange[] {
  return userIds.map((userId, index): TreeChange => {
    const slot = tree.add(userId);
    const above = tree.add(inviterIds[index] ?? 0);
    tree.columns.inviters[slot] = above;
    return { slot, isNewlyBound: true, joins: false, performance: ZERO };
  });
}

/** The number of bindings of each inviter. */
function sharesOf({ inviterIds }: DueBindings): Map<number, DayShare> {
  const counts = new Map<number, number>();
  for (const inviterId of inviterIds) counts.set(inviterId, (counts.get(inviterId) ?? 0) + 1);
  // Inviters with the same number of bindings share one object: among a million, few counts differ.
  const shares = new Map<number, DayShare>();
  const shareOf = (bound: number) => {
    const share = shares.get(bound) ?? { ...EMPTY_DAY_SHARE, bound };
    shares.set(bound, share);
    return share;
  };
  return new Map(Array.from(counts, ([inviterId, bound]) => [inviterId, shareOf(bound)]));
}
