import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import { findAddresses } from '#session/queries/find-addresses.ts';
import { type Board, isAbsent, listPlaces, type Period } from '../store/leaderboards.ts';

export type Leaderboard = {
  readonly computedAt: Date | null;
  readonly items: readonly { rank: number; address: string; amount: TokenAmount; isMe: boolean }[];
  /** Whether the one who looks keeps off the boards; null for a visitor. */
  readonly optedOut: boolean | null;
};

/**
 * A leaderboard as the one who looks (null = a visitor) sees it; addresses are shortened, so nobody is looked up by a
 * board.
 */
export async function readLeaderboard(
  db: Database,
  { viewerId, ...which }: { readonly board: Board; readonly period: Period; readonly viewerId: bigint | null },
): Promise<Leaderboard> {
  const [{ computedAt, places }, optedOut] = await Promise.all([
    listPlaces(db, which),
    viewerId === null ? null : isAbsent(db, viewerId),
  ]);
  const addressOf = await findAddresses(
    db,
    places.map(({ userId }) => userId),
  );
  const items = places.map(({ rank, userId, amount }) => ({
    rank,
    address: shorten(addressOf(userId)),
    amount,
    isMe: userId === viewerId,
  }));
  return { computedAt, items, optedOut };
}

function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
