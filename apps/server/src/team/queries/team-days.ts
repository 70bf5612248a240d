import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A UTC day with activity among a user's direct referrals. */
export type TeamDay = {
  /** Counted from 1970-01-01. */
  readonly day: number;
  readonly bound: number;
  readonly recommended: TokenAmount;
  readonly rewards: TokenAmount;
};

/** Returns the days of a user's record, newest first: at most `limit`, before the day `before`. */
export async function listTeamDays(
  db: Database,
  { userId, before, limit }: { readonly userId: bigint; readonly before: bigint | null; readonly limit: number },
): Promise<TeamDay[]> {
  const { rows } = await sql<{ day: number; bound: number; recommended: bigint; rewards: bigint }>`
    select day - date '1970-01-01' as day, bound, recommended, rewards from team_day
    where user_id = ${userId} and day < coalesce(date '1970-01-01' + ${before}::int, 'infinity')
      and (bound > 0 or recommended > 0)
    order by day desc limit ${limit}::int`.execute(db);
  return rows.map((row) => ({
    day: row.day,
    bound: row.bound,
    recommended: tokenAmount(row.recommended),
    rewards: tokenAmount(row.rewards),
  }));
}
