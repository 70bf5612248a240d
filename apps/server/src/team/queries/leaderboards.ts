import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { FIRST_COUNT, type LeaderboardKind, type LeaderboardPeriod } from '../store/leaderboards.ts';
import { findPlace, type OwnPlace, readOwnAmount } from './own-place.ts';

type LeaderboardSelection = { readonly board: LeaderboardKind; readonly period: LeaderboardPeriod };

export type ListedPlace = {
  readonly rank: number;
  /** Name and amount are null for a user who does not show themselves; their own amount is shown to themselves. */
  readonly name: string | null;
  readonly amount: TokenAmount | null;
  readonly isMe: boolean;
};

export type Leaderboard = {
  readonly computedAt: Date | null;
  readonly items: readonly ListedPlace[];
  /** The viewer's own place and name (null = hidden); null for a visitor. */
  readonly mine: (OwnPlace & { readonly name: string | null }) | null;
};

/** Returns a leaderboard as its viewer (null = a visitor) sees it, amounts in base units. */
export async function readLeaderboard(
  db: Database,
  { viewerId, ...selection }: LeaderboardSelection & { readonly viewerId: bigint | null },
): Promise<Leaderboard> {
  const [{ computedAt, places }, name] = await Promise.all([
    listPlaces(db, selection),
    viewerId === null ? null : findName(db, viewerId),
  ]);
  const items = places.map((place) => {
    const isMe = place.userId === viewerId;
    return { rank: place.rank, name: place.name, amount: isMe || place.name !== null ? place.amount : null, isMe };
  });
  if (viewerId === null) return { computedAt, items, mine: null };
  // By the listed amount, so that the list and the own place agree, or by the current one.
  const amount =
    items.find(({ isMe }) => isMe)?.amount ?? (await readOwnAmount(db, { ...selection, userId: viewerId }));
  return { computedAt, items, mine: { name, amount, ...(await findPlace(db, { ...selection, amount })) } };
}

type LeaderboardPlace = {
  readonly rank: number;
  readonly userId: bigint;
  readonly name: string | null;
  readonly amount: TokenAmount;
};

/** The listed places of one leaderboard, by their current names, and the time of its computation. */
async function listPlaces(
  db: Database,
  { board, period }: LeaderboardSelection,
): Promise<{ computedAt: Date | null; places: LeaderboardPlace[] }> {
  const [state, { rows }] = await Promise.all([
    db.selectFrom('leaderboard_state').select('computed_at').executeTakeFirstOrThrow(),
    sql<{ rank: number; user_id: bigint; name: string | null; amount: bigint }>`
      select rank, user_id, name, amount from leaderboard_place left join leaderboard_name using (user_id)
      where board = ${board} and period = ${period} and (place <= ${FIRST_COUNT}::int or name is not null)
      order by place`.execute(db),
  ]);
  const places = rows.map(({ rank, user_id, name, amount }) => ({
    ...{ rank, name, userId: user_id },
    amount: tokenAmount(amount),
  }));
  return { computedAt: state.computed_at, places };
}

async function findName(db: Database, userId: bigint): Promise<string | null> {
  const row = await db.selectFrom('leaderboard_name').select('name').where('user_id', '=', userId).executeTakeFirst();
  return row?.name ?? null;
}
