import { type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from './array-literal.ts';
import type { StatementQueue } from './statement-queue.ts';

/** Additions to a user's day; JU in base units. */
export type DayShare = {
  /** Accepted amounts of the user's own minted and failed orders, and of minted orders of direct referrals. */
  readonly minted: TokenAmount;
  readonly liquidated: TokenAmount;
  readonly recommended: TokenAmount;
  /** The user's earnings from orders of direct referrals. */
  readonly rewards: TokenAmount;
  /** Number of newly bound direct referrals. */
  readonly bound: number;
};

export const EMPTY_DAY_SHARE: DayShare = { minted: ZERO, liquidated: ZERO, recommended: ZERO, rewards: ZERO, bound: 0 };

/**
 * Additions of a part of a settlement to a user's own sums: those of the day, and the inviter's earnings from the
 * orders.
 */
export type OwnShare = DayShare & { readonly earnedForInviter: TokenAmount };

/** Rows per statement: the next statement is built while the database writes these. */
const ROWS_PER_STATEMENT = 150_000;

/**
 * Adds to the sums of a UTC day (YYYY-MM-DD), by user id in ascending order; returns once the last statement is queued.
 * The transaction holds the lock of the roll-up: a row that another one inserts concurrently would be an error.
 */
export async function addToTeamDay(
  queue: StatementQueue,
  day: string,
  shares: ReadonlyMap<number, DayShare>,
): Promise<void> {
  const userIds = Float64Array.from(shares.keys()).sort();
  for (let from = 0; from < userIds.length; from += ROWS_PER_STATEMENT) {
    await queue.add(mergeOf(day, userIds.subarray(from, from + ROWS_PER_STATEMENT), shares));
  }
}

/** No ON CONFLICT, which writes each new row to the log twice, since another transaction might insert the same. */
function mergeOf(day: string, userIds: Float64Array, shares: ReadonlyMap<number, DayShare>): RawBuilder<unknown> {
  const sharesInOrder = Array.from(userIds, (id) => shares.get(id) ?? EMPTY_DAY_SHARE);
  const column = (partOf: (share: DayShare) => TokenAmount | number) => arrayLiteral(sharesInOrder.map(partOf));
  return sql`
    merge into team_day d using (
      select * from unnest(
        ${arrayLiteral(userIds)}::bigint[], ${column((share) => share.minted)}::numeric[],
        ${column((share) => share.liquidated)}::numeric[], ${column((share) => share.recommended)}::numeric[],
        ${column((share) => share.rewards)}::numeric[], ${column((share) => share.bound)}::int[])
        as t (user_id, minted, liquidated, recommended, rewards, bound)
    ) t on d.day = ${day}::date and d.user_id = t.user_id and d.user_id between ${userIds[0]} and ${userIds.at(-1)}
    when matched then update set minted = d.minted + t.minted, liquidated = d.liquidated + t.liquidated,
      recommended = d.recommended + t.recommended, rewards = d.rewards + t.rewards, bound = d.bound + t.bound
    when not matched then insert (day, user_id, minted, liquidated, recommended, rewards, bound)
      values (${day}::date, t.user_id, t.minted, t.liquidated, t.recommended, t.rewards, t.bound)`;
}
