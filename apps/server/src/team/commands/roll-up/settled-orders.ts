import { tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { rollUpTree, type TreeChange } from '@city-mint/domain/team/roll-up-tree';
import type { Database } from '#platform/database/database.ts';
import { listSettledUsers, type SettledRound, type SettledUser } from '#rounds/settlement/queries.ts';
import type { Thresholds } from '../../member.ts';
import { saveRoundProgress } from '../../store/roll-up-progress.ts';
import { addToTeamDay, EMPTY_DAY_SHARE, type OwnShare } from '../../store/team-days.ts';
import { attributeMinted } from './attributions.ts';
import type { StepTree } from './open-tree.ts';
import { saveMembers } from './save-members.ts';

const EMPTY_SHARE: OwnShare = { ...EMPTY_DAY_SHARE, earnedForInviter: ZERO };

/** The columns that settled orders change. */
const ORDER_COLUMNS = [
  'has_joined',
  'joined_direct_count',
  'own_performance',
  'team_performance',
  'largest_leg',
  'liquidated',
  'recommended',
  'earned_for_inviter',
  'rewards',
] as const;

export type OrdersPart = {
  readonly round: SettledRound;
  /** The users up to this one are rolled up already. */
  readonly afterUser: bigint;
  /** Users of one part at most; a larger part writes the rows of those above less often. */
  readonly limit: number;
  readonly tree: StepTree;
};

/**
 * Adds the next part of a settled round to the figures of its users and of everyone above them, and stores the progress
 * in the same transaction; returns once both are written. Minted orders are performance; failed ones count for the
 * leaderboard, and both for having joined; a cancelled round counts for nothing.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function rollUpOrders(tx: Database, thresholds: Thresholds, part: OrdersPart): Promise<void> {
  const { round, afterUser, limit, tree } = part;
  const { roundId } = round;
  if (round.outcome === 'cancelled') return saveRoundProgress(tx, { roundId, lastUser: afterUser, done: true });
  const users = await listSettledUsers(tx, { roundId, afterUser, limit });
  const lastUser = users.at(-1)?.userId ?? afterUser;
  if (users.length > 0) await rollUpUsers(tx, thresholds, { round, users, step: tree });
  await saveRoundProgress(tx, { roundId, lastUser, done: users.length < limit });
}

async function rollUpUsers(
  tx: Database,
  thresholds: Thresholds,
  { round, users, step }: { round: SettledRound; users: readonly SettledUser[]; step: StepTree },
): Promise<void> {
  const isMinted = round.outcome === 'minted';
  const shares = isMinted ? sharesOfMinted(users) : sharesOfFailed(users);
  const { tree, storedSize } = await step.open();
  // Everyone with a share is written, if only for it; inviters by what the settlement recorded.
  const slots = new Set(Array.from(shares.keys(), (id) => tree.add(Number(id))));
  // A failed round is no performance: it affects only the inviters of those who joined for the first time, one step up.
  const changes = users.map(
    ({ userId, amount }): TreeChange => ({
      slot: tree.add(Number(userId)),
      isNewlyBound: false,
      joins: true,
      performance: isMinted ? amount : ZERO,
    }),
  );
  for (const slot of rollUpTree(tree, changes)) slots.add(slot);
  if (isMinted) await attributeMinted(tx, { settledAt: round.settledAt, users, tree });
  await saveMembers(tx, thresholds, { tree, storedSize, slots, columns: ORDER_COLUMNS, shares });
  await addToTeamDay(tx, round.day, shares);
}

function sharesOfMinted(users: readonly SettledUser[]): Map<bigint, OwnShare> {
  const shares = new Map<bigint, OwnShare>();
  const shareOf = (userId: bigint) => shares.get(userId) ?? EMPTY_SHARE;
  for (const { userId, amount, inviterId, reward } of users) {
    const own = shareOf(userId);
    const earnedForInviter = tokenAmount(own.earnedForInviter + reward);
    shares.set(userId, { ...own, minted: tokenAmount(own.minted + amount), earnedForInviter });
    if (inviterId === null) continue;
    const inviter = shareOf(inviterId);
    const recommended = tokenAmount(inviter.recommended + amount);
    shares.set(inviterId, { ...inviter, recommended, rewards: tokenAmount(inviter.rewards + reward) });
  }
  return shares;
}

function sharesOfFailed(users: readonly SettledUser[]): Map<bigint, OwnShare> {
  return new Map(users.map(({ userId, amount }) => [userId, { ...EMPTY_SHARE, liquidated: amount }]));
}
