import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { rollUp } from '@city-mint/domain/team/roll-up';
import type { Database } from '#platform/database/database.ts';
import { listSettledUsers, type SettledRound, type SettledUser } from '#rounds/settlement/queries.ts';
import type { Member, Thresholds } from '../../member.ts';
import { loadMembers, loadUpwards } from '../../store/members.ts';
import { saveRoundProgress } from '../../store/roll-up-progress.ts';
import { addToTeamDay, type DayShare, EMPTY_DAY_SHARE } from '../../store/team-days.ts';
import { attributeMinted } from './attributions.ts';
import { saveMembers } from './save-members.ts';

/** What one part of a settlement adds to a user's own sums. */
type Share = DayShare & { readonly earnedForInviter: TokenAmount };
const EMPTY_SHARE: Share = { ...EMPTY_DAY_SHARE, earnedForInviter: ZERO };

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
};

/**
 * Adds the next part of a settled round to the figures of its users and of everyone above them, and stores the progress
 * in the same transaction; returns once both are written. Minted orders are performance; failed ones count for the
 * leaderboard, and both for having joined; a cancelled round counts for nothing.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function rollUpOrders(tx: Database, thresholds: Thresholds, part: OrdersPart): Promise<void> {
  const { round, afterUser, limit } = part;
  const { roundId } = round;
  if (round.outcome === 'cancelled') return saveRoundProgress(tx, { roundId, lastUser: afterUser, done: true });
  const users = await listSettledUsers(tx, { roundId, afterUser, limit });
  const lastUser = users.at(-1)?.userId ?? afterUser;
  if (users.length > 0) await rollUpUsers(tx, thresholds, { round, users });
  await saveRoundProgress(tx, { roundId, lastUser, done: users.length < limit });
}

async function rollUpUsers(
  tx: Database,
  thresholds: Thresholds,
  { round, users }: { round: SettledRound; users: readonly SettledUser[] },
): Promise<void> {
  const isMinted = round.outcome === 'minted';
  const shares = isMinted ? sharesOfMinted(users) : sharesOfFailed(users);
  const members = isMinted ? await loadUpwards(tx, shares.keys()) : await loadWithInviters(tx, shares.keys());
  const changes = users.map(({ userId, amount }) => ({
    id: userId,
    isNewlyBound: false,
    joins: true,
    performance: isMinted ? amount : ZERO,
  }));
  const updatedMembers = rollUp(members, changes).map((member) => addShare(member, shares.get(member.id)));
  if (isMinted) await attributeMinted(tx, { settledAt: round.settledAt, users, members });
  await saveMembers(tx, thresholds, { members: updatedMembers, columns: ORDER_COLUMNS });
  await addToTeamDay(tx, round.day, shares);
}

/**
 * A failed round is no performance: it affects only the inviters of those who joined for the first time, one step up.
 */
async function loadWithInviters(tx: Database, userIds: Iterable<bigint>): Promise<Member[]> {
  const participants = await loadMembers(tx, userIds);
  const knownIds = new Set(participants.map(({ id }) => id));
  const inviterIds = participants.flatMap(({ inviterId }) =>
    inviterId === null || knownIds.has(inviterId) ? [] : [inviterId],
  );
  return [...participants, ...(await loadMembers(tx, inviterIds))];
}

function sharesOfMinted(users: readonly SettledUser[]): Map<bigint, Share> {
  const shares = new Map<bigint, Share>();
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

function sharesOfFailed(users: readonly SettledUser[]): Map<bigint, Share> {
  return new Map(users.map(({ userId, amount }) => [userId, { ...EMPTY_SHARE, liquidated: amount }]));
}

function addShare(member: Member, share: Share | undefined): Member {
  if (share === undefined) return member;
  return {
    ...member,
    liquidated: tokenAmount(member.liquidated + share.liquidated),
    recommended: tokenAmount(member.recommended + share.recommended),
    earnedForInviter: tokenAmount(member.earnedForInviter + share.earnedForInviter),
    rewards: tokenAmount(member.rewards + share.rewards),
  };
}
