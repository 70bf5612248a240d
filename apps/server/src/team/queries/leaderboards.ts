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
  /** The viewer's own place and name (null = hidden), and the name that operators removed; null for a visitor. */
  readonly mine: (OwnPlace & OwnName) | null;
};

type OwnName = { readonly name: string | null; readonly removedName: string | null };

/** Returns a leaderboard as its viewer (null = a visitor) sees it, amounts in base units. */
export async function readLeaderboard(
  db: Database,
  { viewerId, ...selection }: LeaderboardSelection & { readonly viewerId: bigint | null },
): Promise<Leaderboard> {
  const [{ computedAt, places }, own] = await Promise.all([
    listPlaces(db, selection),
    viewerId === null ? null : readOwnName(db, viewerId),
  ]);
  const items = places.map((place) => {
    const isMe = place.userId === viewerId;
    return { rank: place.rank, name: place.name, amount: isMe || place.name !== null ? place.amount : null, isMe };
  });
  if (viewerId === null || own === null) return { computedAt, items, mine: null };
  // By the listed amount, so that the list and the own place agree, or by the current one.
  const amount =
    items.find(({ isMe }) => isMe)?.amount ?? (await readOwnAmount(db, { ...selection, userId: viewerId }));
  return { computedAt, items, mine: { ...own, amount, ...(await findPlace(db, { ...selection, amount })) } };
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

/** Returns a user's name, and the one that operators removed while the user has not chosen another since. */
async function readOwnName(db: Database, userId: bigint): Promise<OwnName> {
  const { rows } = await sql<OwnName>`
    select (select name from leaderboard_name where user_id = ${userId}) as name, (
      select name from removed_leaderboard_name where user_id = ${userId} and not answered
      order by removed_at desc limit 1
    ) as "removedName"`.execute(db);
  return rows[0] ?? { name: null, removedName: null };
}

/** Returns the user whom the leaderboards show under exactly this name; undefined without one. */
export async function findNamed(db: Database, name: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ userId: bigint }>`
    select user_id as "userId" from leaderboard_name
    where leaderboard_name_key(name) = leaderboard_name_key(${name}) and name = ${name}`.execute(db);
  return rows[0]?.userId;
}
