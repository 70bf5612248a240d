import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { findAddresses } from '#session/queries/users.ts';
import type { LeaderboardKind, LeaderboardPeriod } from '../store/leaderboards.ts';
import { findPlace, type OwnPlace, readOwnAmount } from './own-place.ts';

type LeaderboardSelection = { readonly board: LeaderboardKind; readonly period: LeaderboardPeriod };

export type Leaderboard = {
  readonly computedAt: Date | null;
  readonly items: readonly { rank: number; address: string; amount: TokenAmount; isMe: boolean }[];
  /** Whether the viewer opted out of the leaderboards; null for a visitor. */
  readonly optedOut: boolean | null;
  /** The viewer's own place; null for a visitor. */
  readonly mine: OwnPlace | null;
};

/**
 * Returns a leaderboard as its viewer (null = a visitor) sees it, amounts in base units. Addresses are shortened, so
 * that a leaderboard does not list accounts.
 */
export async function readLeaderboard(
  db: Database,
  { viewerId, ...selection }: LeaderboardSelection & { readonly viewerId: bigint | null },
): Promise<Leaderboard> {
  const [{ computedAt, places }, optedOut] = await Promise.all([
    listPlaces(db, selection),
    viewerId === null ? null : hasOptedOut(db, viewerId),
  ]);
  const addressOf = await findAddresses(
    db,
    places.map(({ userId }) => userId),
  );
  const items = places.map(({ rank, userId, amount }) => ({
    rank,
    address: shortenAddress(addressOf(userId)),
    amount,
    isMe: userId === viewerId,
  }));
  const listedAmount = items.find(({ isMe }) => isMe)?.amount;
  const mine =
    viewerId === null || optedOut === null
      ? null
      : await readOwnPlace(db, { ...selection, userId: viewerId, optedOut, listedAmount });
  return { computedAt, items, optedOut, mine };
}

/** The viewer's place, by the listed amount or by the current one. */
async function readOwnPlace(
  db: Database,
  asked: LeaderboardSelection & {
    readonly userId: bigint;
    readonly optedOut: boolean;
    readonly listedAmount: TokenAmount | undefined;
  },
): Promise<OwnPlace> {
  const amount = asked.listedAmount ?? (await readOwnAmount(db, asked));
  if (asked.optedOut) return { amount, rank: null, next: null };
  return { amount, ...(await findPlace(db, { ...asked, amount })) };
}

type LeaderboardPlace = { readonly rank: number; readonly userId: bigint; readonly amount: TokenAmount };

/**
 * The places of one leaderboard, without users who opted out since it was computed, and the time of its computation.
 */
async function listPlaces(
  db: Database,
  { board, period }: LeaderboardSelection,
): Promise<{ computedAt: Date | null; places: LeaderboardPlace[] }> {
  const [state, { rows }] = await Promise.all([
    db.selectFrom('leaderboard_state').select('computed_at').executeTakeFirstOrThrow(),
    sql<{ rank: number; user_id: bigint; amount: bigint }>`
      select rank, user_id, amount from leaderboard_place p
      where board = ${board} and period = ${period}
        and not exists (select 1 from leaderboard_absence a where a.user_id = p.user_id)
      order by place`.execute(db),
  ]);
  const places = rows.map((row) => ({ rank: row.rank, userId: row.user_id, amount: tokenAmount(row.amount) }));
  return { computedAt: state.computed_at, places };
}

async function hasOptedOut(db: Database, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('leaderboard_absence')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

function shortenAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
