import { tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { rollUpTree, type TreeChange } from '@city-mint/domain/team/roll-up-tree';
import type { TeamTree } from '@city-mint/domain/team/team-tree';
import type { RawBuilder } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { listSettledUsers, type SettledRound, type SettledUser } from '#rounds/settlement/queries.ts';
import type { Thresholds } from '../../member.ts';
import { advanceRound } from '../../store/roll-up-progress.ts';
import { withStatementQueue } from '../../store/statement-queue.ts';
import { addToTeamDay, type OwnShare } from '../../store/team-days.ts';
import type { StepTree } from './open-tree.ts';
import { saveMembers } from './save-members.ts';

/** The columns that orders of a minted round change. */
const MINTED_COLUMNS = [
  'joined_direct_count',
  'own_performance',
  'team_performance',
  'largest_leg',
  'recommended',
  'earned_for_inviter',
  'rewards',
] as const;
/** Columns that orders of a failed round change; a failed order is no performance. */
const FAILED_COLUMNS = ['joined_direct_count', 'liquidated'] as const;

export type OrdersPart = {
  readonly round: SettledRound;
  /** The users up to this id are already rolled up. */
  readonly afterUser: bigint;
  /** Maximum number of users in a part; a larger part causes fewer writes to the rows of members above. */
  readonly limit: number;
  readonly tree: StepTree;
};

/**
 * Adds the next part of a settled round to the figures of its users and of everyone above them, and stores the progress
 * in the same transaction; returns once both are written. Minted orders are performance; failed ones count for the
 * leaderboard. Both count as joined; a cancelled round counts for nothing. docs/money-rules.md#8-team-nodes-levels
 */
export async function rollUpOrders(tx: Database, thresholds: Thresholds, part: OrdersPart): Promise<void> {
  const { round, afterUser, limit, tree } = part;
  const { roundId } = round;
  const isCancelled = round.outcome === 'cancelled';
  const users = isCancelled ? [] : await listSettledUsers(tx, { roundId, afterUser, limit });
  const advance = advanceRound({ roundId, users: limit });
  if (users.length > 0) await rollUpUsers(tx, thresholds, { round, users, step: tree, advance });
  else await advance.execute(tx);
}

type UsersPart = {
  readonly round: SettledRound;
  readonly users: readonly SettledUser[];
  readonly step: StepTree;
  /** Stores the progress and the attributed amounts of these users. */
  readonly advance: RawBuilder<unknown>;
};

async function rollUpUsers(
  tx: Database,
  thresholds: Thresholds,
  { round, users, step, advance }: UsersPart,
): Promise<void> {
  const isMinted = round.outcome === 'minted';
  const { tree, storedSize } = await step.open();
  const shares = isMinted ? sharesOfMinted(users) : sharesOfFailed(users);
  await withStatementQueue(tx, async (queue) => {
    // Queues the statements that need no tree first, so that the database executes them while this finds all members
    // above.
    await queue.add(advance);
    await addToTeamDay(queue, round.day, shares);
    await queue.letLeave();
    // Writes everyone with a share, even if nothing else changed; inviters as recorded by the settlement.
    const slots = new Set(Array.from(shares.keys(), (id) => tree.add(id)));
    for (const slot of rollUpTree(tree, changesOf(users, { tree, isMinted }))) slots.add(slot);
    await queue.letLeave();
    const columns = isMinted ? MINTED_COLUMNS : FAILED_COLUMNS;
    await saveMembers(queue, thresholds, { tree, storedSize, slots, columns, shares });
  });
}

/** A failed round changes only the direct inviters of users who joined for the first time. */
function changesOf(
  users: readonly SettledUser[],
  { tree, isMinted }: { readonly tree: TeamTree; readonly isMinted: boolean },
): TreeChange[] {
  return users.map(({ userId, amount }) => ({
    slot: tree.add(Number(userId)),
    isNewlyBound: false,
    joins: true,
    performance: isMinted ? amount : ZERO,
  }));
}

type Sums = { -readonly [Name in keyof OwnShare]: OwnShare[Name] };

function newSums(): Sums {
  return { minted: ZERO, liquidated: ZERO, recommended: ZERO, rewards: ZERO, bound: 0, earnedForInviter: ZERO };
}

/** By user id: the amounts that the part adds to users and to their inviters. */
function sharesOfMinted(users: readonly SettledUser[]): Map<number, OwnShare> {
  const shares = new Map<number, Sums>();
  const shareOf = (userId: bigint) => {
    const id = Number(userId);
    let share = shares.get(id);
    if (share === undefined) {
      share = newSums();
      shares.set(id, share);
    }
    return share;
  };
  for (const { userId, amount, inviterId, reward } of users) {
    const own = shareOf(userId);
    own.minted = tokenAmount(own.minted + amount);
    own.earnedForInviter = tokenAmount(own.earnedForInviter + reward);
    if (inviterId === null) continue;
    const inviter = shareOf(inviterId);
    inviter.recommended = tokenAmount(inviter.recommended + amount);
    inviter.rewards = tokenAmount(inviter.rewards + reward);
  }
  return shares;
}

function sharesOfFailed(users: readonly SettledUser[]): Map<number, OwnShare> {
  return new Map(users.map(({ userId, amount }) => [Number(userId), { ...newSums(), liquidated: amount }]));
}
