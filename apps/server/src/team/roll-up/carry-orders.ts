import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { rollUp } from '@city-mint/domain/team/roll-up';
import type { Database } from '#platform/database/database.ts';
import { listSettledUsers, type SettledRound, type SettledUser } from '#rounds/settlement/queries.ts';
import type { Member } from '../member.ts';
import type { Thresholds } from '../member-status-of.ts';
import { addToDay, type DayShare } from '../store/days.ts';
import { loadMembers, loadUpwards } from '../store/members.ts';
import { markRound } from '../store/progress.ts';
import { saveChanged } from './save-changed.ts';

/** What one part of a settlement adds to a user's own sums. */
type Share = DayShare & { readonly earnedForInviter: TokenAmount; readonly rewards: TokenAmount };
const NOTHING: Share = { minted: ZERO, liquidated: ZERO, recommended: ZERO, earnedForInviter: ZERO, rewards: ZERO };

/** What settled orders change. */
const COLUMNS = [
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
  /** The users up to this one are carried already. */
  readonly afterUser: bigint;
  /** Users of one part; a larger one writes the rows of those above less often. */
  readonly limit: number;
};

/**
 * Brings the next part of a settled round into the figures of its users and of everyone above them, and marks it in the
 * same transaction. Minted orders are performance; failed ones count for the leaderboard, and both for having joined.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export async function rollUpOrders(tx: Database, thresholds: Thresholds, part: OrdersPart): Promise<void> {
  const { round, afterUser, limit } = part;
  const { roundId } = round;
  const users = await listSettledUsers(tx, { roundId, afterUser, limit });
  const last = users.at(-1)?.userId ?? afterUser;
  if (users.length > 0) await carryUsers(tx, thresholds, { round, users });
  await markRound(tx, { roundId, lastUser: last, done: users.length < limit });
}

async function carryUsers(
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
  const carried = rollUp(members, changes).map((member) => addShare(member, shares.get(member.id)));
  await saveChanged(tx, thresholds, { members: carried, columns: COLUMNS });
  await addToDay(tx, round.day, shares);
}

/**
 * A failed round is no performance: it concerns only the inviters of those who joined for the first time, one step up.
 */
async function loadWithInviters(tx: Database, userIds: Iterable<bigint>): Promise<Member[]> {
  const own = await loadMembers(tx, userIds);
  const known = new Set(own.map(({ id }) => id));
  const inviters = own.flatMap(({ inviterId }) => (inviterId === null || known.has(inviterId) ? [] : [inviterId]));
  return [...own, ...(await loadMembers(tx, inviters))];
}

function sharesOfMinted(users: readonly SettledUser[]): Map<bigint, Share> {
  const shares = new Map<bigint, Share>();
  const shareOf = (userId: bigint) => shares.get(userId) ?? NOTHING;
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
  return new Map(users.map(({ userId, amount }) => [userId, { ...NOTHING, liquidated: amount }]));
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
