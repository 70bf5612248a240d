import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { arrayOf } from './array-of.ts';

/** What one settlement adds to a user's day; JU in base units. */
export type DayShare = {
  readonly minted: TokenAmount;
  readonly liquidated: TokenAmount;
  readonly recommended: TokenAmount;
};

/** Adds to the sums of a UTC day (YYYY-MM-DD), all users in one statement. */
export async function addToDay(tx: Database, day: string, shares: ReadonlyMap<bigint, DayShare>): Promise<void> {
  const users = [...shares.keys()].sort((one, other) => (one < other ? -1 : 1));
  const column = (of: (share: DayShare) => TokenAmount) =>
    arrayOf(users.flatMap((user) => [shares.get(user)].flatMap((share) => (share === undefined ? [] : [of(share)]))));
  await sql`
    insert into team_day as d (day, user_id, minted, liquidated, recommended)
    select ${day}::date, t.* from unnest(
      ${arrayOf(users)}::bigint[], ${column((share) => share.minted)}::numeric[],
      ${column((share) => share.liquidated)}::numeric[], ${column((share) => share.recommended)}::numeric[]) t
    on conflict (day, user_id) do update set minted = d.minted + excluded.minted,
      liquidated = d.liquidated + excluded.liquidated, recommended = d.recommended + excluded.recommended`.execute(tx);
}
