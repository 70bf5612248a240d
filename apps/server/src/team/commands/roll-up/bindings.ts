import { ZERO } from '@city-mint/domain/money/token-amount';
import { rollUpTree, type TreeChange } from '@city-mint/domain/team/roll-up-tree';
import type { TeamTree } from '@city-mint/domain/team/team-tree';
import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../../member.ts';
import { type DueBindings, takeDueBindings } from '../../store/bindings.ts';
import { listLegs } from '../../store/members.ts';
import { addToTeamDay, type DayShare, EMPTY_DAY_SHARE } from '../../store/team-days.ts';
import type { StepTree } from './open-tree.ts';
import { saveMembers } from './save-members.ts';

/** Bindings of one transaction at most: with fewer, the rows of those above are written more often. */
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
 * Adds the bindings that are due to the figures: a bound user brings everyone below, with all that they minted. Returns
 * once they are written. docs/money-rules.md#8-team-nodes-levels
 */
export async function rollUpBindings(tx: Database, thresholds: Thresholds, step: StepTree): Promise<void> {
  const dueBindings = await takeDueBindings(tx, BINDINGS_PER_STEP);
  const { tree, storedSize } = await step.open();
  const changes = dueBindings.flatMap((bindings) => bindAll(tree, bindings));
  const slots = rollUpTree(tree, changes);
  await saveMembers(tx, thresholds, { tree, storedSize, slots, columns: BINDING_COLUMNS });
  const inviters = changes.map(({ slot }) => tree.above(slot));
  await listLegs(tx, tree, inviters);
  for (const bindings of dueBindings) await addToTeamDay(tx, bindings.day, sharesOf(bindings));
}

/** Puts each user below the inviter; returns what has to be rolled up. */
function bindAll(tree: TeamTree, { userIds, inviterIds }: DueBindings): TreeChange[] {
  return userIds.map((userId, index): TreeChange => {
    const slot = tree.add(userId);
    const above = tree.add(inviterIds[index] ?? 0);
    tree.columns.inviters[slot] = above;
    return { slot, isNewlyBound: true, joins: false, performance: ZERO };
  });
}

/** The number of bindings of each inviter. */
function sharesOf({ inviterIds }: DueBindings): Map<bigint, DayShare> {
  const counts = new Map<number, number>();
  for (const inviterId of inviterIds) counts.set(inviterId, (counts.get(inviterId) ?? 0) + 1);
  return new Map(Array.from(counts, ([inviterId, bound]) => [BigInt(inviterId), { ...EMPTY_DAY_SHARE, bound }]));
}
