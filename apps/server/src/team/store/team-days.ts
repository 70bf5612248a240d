import { type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { arrayLiteral } from './array-literal.ts';

/** What is added to a user's day; JU in base units. */
export type DayShare = {
  /** Accepted amounts of own orders, minted and failed, and of direct referrals' minted ones. */
  readonly minted: TokenAmount;
  readonly liquidated: TokenAmount;
  readonly recommended: TokenAmount;
  /** What direct referrals' orders earned the user. */
  readonly rewards: TokenAmount;
  /** Direct referrals who were bound. */
  readonly bound: number;
};

export const EMPTY_DAY_SHARE: DayShare = { minted: ZERO, liquidated: ZERO, recommended: ZERO, rewards: ZERO, bound: 0 };

/** What a part of a settlement adds to a user's own sums: those of the day, and what the orders earned the inviter. */
export type OwnShare = DayShare & { readonly earnedForInviter: TokenAmount };

/** Rows of one statement. */
const ROWS_PER_STATEMENT = 200_000;

/** Adds to the sums of a UTC day (YYYY-MM-DD), in the order of the users; returns once they are written. */
export async function addToTeamDay(tx: Database, day: string, shares: ReadonlyMap<bigint, DayShare>): Promise<void> {
  const sortedShares = [...shares].sort(([one], [other]) => (one < other ? -1 : 1));
  for (let from = 0; from < sortedShares.length; from += ROWS_PER_STATEMENT) {
    await addShares(tx, day, sortedShares.slice(from, from + ROWS_PER_STATEMENT));
  }
}

async function addShares(
  tx: Database,
  day: string,
  sortedShares: readonly (readonly [userId: bigint, share: DayShare])[],
): Promise<void> {
  const userIds = arrayLiteral(sortedShares.map(([userId]) => userId));
  const column = (partOf: (share: DayShare) => TokenAmount | number) =>
    arrayLiteral(sortedShares.map(([, share]) => partOf(share)));
  await sql`
    insert into team_day as d (day, user_id, minted, liquidated, recommended, rewards, bound)
    select ${day}::date, t.* from unnest(
      ${userIds}::bigint[], ${column((share) => share.minted)}::numeric[],
      ${column((share) => share.liquidated)}::numeric[], ${column((share) => share.recommended)}::numeric[],
      ${column((share) => share.rewards)}::numeric[], ${column((share) => share.bound)}::int[]) t
    on conflict (day, user_id) do update set minted = d.minted + excluded.minted,
      liquidated = d.liquidated + excluded.liquidated, recommended = d.recommended + excluded.recommended,
      rewards = d.rewards + excluded.rewards, bound = d.bound + excluded.bound`.execute(tx);
}
