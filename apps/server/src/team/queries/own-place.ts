import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { LeaderboardKind, LeaderboardPeriod } from '../store/leaderboards.ts';

/** A user's place on a leaderboard, listed or not; JU in base units. */
export type OwnPlace = {
  readonly amount: TokenAmount;
  /** Null while the user is not ranked: nothing settled, or nothing since the boards were computed. */
  readonly rank: number | null;
  /** The nearest listed user above who shows themselves, and the amount missing to reach their place; null without. */
  readonly next: { readonly rank: number; readonly missing: TokenAmount } | null;
};

type Asked = { readonly userId: bigint; readonly board: LeaderboardKind; readonly period: LeaderboardPeriod };

/** Returns a user's amount on a leaderboard by the current sums; reads at most 31 rows. */
export async function readOwnAmount(db: Database, { userId, board, period }: Asked): Promise<TokenAmount> {
  const { rows } = await (period === 'all'
    ? sql<{ amount: bigint }>`
        select ${ALL_TIME[board]} as amount from team_member where user_id = ${userId}`
    : sql<{ amount: bigint }>`
        select coalesce(sum(${BY_DAY[board]}), 0) as amount
        from leaderboard_state s
        cross join generate_series(date_trunc(${UNIT[period]}, s.day::timestamp), s.day::timestamp, interval '1 day') t
        join team_day d on d.day = t::date and d.user_id = ${userId}`
  ).execute(db);
  return tokenAmount(rows[0]?.amount ?? 0n);
}

const ALL_TIME: Record<LeaderboardKind, RawBuilder<unknown>> = {
  mint: sql`own_performance`,
  liquidation: sql`liquidated`,
  recommendation: sql`recommended`,
};
const BY_DAY: Record<LeaderboardKind, RawBuilder<unknown>> = {
  mint: sql`d.minted`,
  liquidation: sql`d.liquidated`,
  recommendation: sql`d.recommended`,
};
const UNIT: Record<Exclude<LeaderboardPeriod, 'all'>, string> = { today: 'day', week: 'week', month: 'month' };

/**
 * Returns the rank of an amount on the leaderboard as last computed: equal amounts have the same rank. Reads one part
 * of the ranks, however many users there are. The next place is one whose amount everyone sees: the amounts of those
 * who hide stay hidden.
 */
export async function findPlace(
  db: Database,
  { board, period, amount }: Omit<Asked, 'userId'> & { readonly amount: TokenAmount },
): Promise<Pick<OwnPlace, 'rank' | 'next'>> {
  const { rows } = await sql<{ rank: number | null; next_rank: number | null; next_amount: bigint | null }>`
    with own_part as (
      select amounts, ranks from leaderboard_part
      where board = ${board} and period = ${period} and lowest <= ${amount.toString()}::numeric
      order by lowest desc limit 1
    )
    select (
        select t.rank from own_part, unnest(own_part.amounts, own_part.ranks) t (amount, rank)
        where t.amount <= ${amount.toString()}::numeric order by t.amount desc limit 1
      ) as rank,
      next.rank as next_rank, next.amount as next_amount
    from (select) one left join lateral (
      select p.amount, p.rank from leaderboard_place p join leaderboard_name using (user_id)
      where board = ${board} and period = ${period} and p.amount > ${amount.toString()}::numeric
      order by place desc limit 1
    ) next on true`.execute(db);
  const { rank = null, next_rank = null, next_amount = null } = rows[0] ?? {};
  return {
    rank: amount > 0n ? rank : null,
    next:
      next_rank === null || next_amount === null
        ? null
        : { rank: next_rank, missing: tokenAmount(next_amount - amount) },
  };
}
