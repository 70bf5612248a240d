import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { arrayLiteral } from './array-literal.ts';

export type LeaderboardKind = 'recommendation' | 'mint' | 'liquidation';
export type LeaderboardPeriod = 'today' | 'week' | 'month' | 'all';

/** Stores that a user opted out of the leaderboards; returns once it is, also where it was already. */
export async function insertLeaderboardAbsence(tx: Database, userId: bigint): Promise<void> {
  await tx
    .insertInto('leaderboard_absence')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes a user's opt-out of the leaderboards; returns once there is none. */
export async function deleteLeaderboardAbsence(tx: Database, userId: bigint): Promise<void> {
  await tx.deleteFrom('leaderboard_absence').where('user_id', '=', userId).execute();
}

/** Makes the leaderboards due at the next interval, however often it is called; returns once that is stored. */
export async function requestLeaderboards(tx: Database): Promise<void> {
  await tx.updateTable('leaderboard_state').set({ batches: -1n }).execute();
}

export type DueLeaderboards = {
  readonly batches: bigint;
  /** The UTC day, YYYY-MM-DD. */
  readonly day: string;
};

/**
 * Locks the leaderboards and returns what they have to show; undefined when they show it already, or another worker
 * holds the lock.
 */
export async function lockDueLeaderboards(tx: Database, everyMs: number): Promise<DueLeaderboards | undefined> {
  const { rows } = await sql<DueLeaderboards>`
    select p.batches, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD') as day
    from leaderboard_state s cross join team_progress p
    where s.computed_at is null or s.day is distinct from (clock_timestamp() at time zone 'UTC')::date
      or (s.batches <> p.batches and s.computed_at <= clock_timestamp() - ${everyMs}::int * interval '1 millisecond')
    for update of s skip locked`.execute(tx);
  return rows[0];
}

const FIRST_DAY: Record<Exclude<LeaderboardPeriod, 'all'>, RawBuilder<unknown>> = {
  today: sql`today.day`,
  week: sql`date_trunc('week', today.day)::date`,
  month: sql`date_trunc('month', today.day)::date`,
};

/** Replaces the first places of every leaderboard and period; returns once they are written. */
export async function saveLeaderboardPlaces(
  tx: Database,
  { batches, day, placeCount }: DueLeaderboards & { placeCount: number },
): Promise<void> {
  await sql`delete from leaderboard_place`.execute(tx);
  for (const period of ['today', 'week', 'month'] as const) {
    await insertPlaces(tx, {
      period,
      placeCount,
      sums: sql`
        select user_id, sum(minted) as mint, sum(liquidated) as liquidation, sum(recommended) as recommendation
        from team_day cross join (select ${day}::date as day) today
        where team_day.day between ${FIRST_DAY[period]} and today.day group by user_id`,
    });
  }
  const sums = sql`
    select user_id, own_performance as mint, liquidated as liquidation, recommended as recommendation from team_member`;
  await insertPlaces(tx, { period: 'all', placeCount, sums });
  await sql`
    update leaderboard_state set batches = ${batches}, day = ${day}::date, computed_at = clock_timestamp()`.execute(tx);
}

async function insertPlaces(
  tx: Database,
  { period, placeCount, sums }: { period: LeaderboardPeriod; placeCount: number; sums: RawBuilder<unknown> },
): Promise<void> {
  // The first rows by themselves, then their ranks: a sort of all users would not be cut short.
  const board = (name: LeaderboardKind) => sql`
    (select ${name}::text as board, user_id, ${sql.ref(name)} as amount from shown
    where ${sql.ref(name)} > 0 order by ${sql.ref(name)} desc, user_id limit ${placeCount}::int)`;
  await sql`
    with sums as materialized (${sums}), shown as (
      select * from sums where not exists (select 1 from leaderboard_absence a where a.user_id = sums.user_id)
    )
    insert into leaderboard_place (board, period, place, rank, user_id, amount)
    select board, ${period}::text, row_number() over (partition by board order by amount desc, user_id),
      rank() over (partition by board order by amount desc), user_id, amount
    from (${board('mint')} union all ${board('liquidation')} union all ${board('recommendation')}) first`.execute(tx);
}

/** What one settlement adds to a user's day; JU in base units. */
export type DayShare = {
  readonly minted: TokenAmount;
  readonly liquidated: TokenAmount;
  readonly recommended: TokenAmount;
};

/** Adds to the sums of a UTC day (YYYY-MM-DD), all users in one statement; returns once they are written. */
export async function addToTeamDay(tx: Database, day: string, shares: ReadonlyMap<bigint, DayShare>): Promise<void> {
  const sortedShares = [...shares].sort(([one], [other]) => (one < other ? -1 : 1));
  const userIds = arrayLiteral(sortedShares.map(([userId]) => userId));
  const column = (amountOf: (share: DayShare) => TokenAmount) =>
    arrayLiteral(sortedShares.map(([, share]) => amountOf(share)));
  await sql`
    insert into team_day as d (day, user_id, minted, liquidated, recommended)
    select ${day}::date, t.* from unnest(
      ${userIds}::bigint[], ${column((share) => share.minted)}::numeric[],
      ${column((share) => share.liquidated)}::numeric[], ${column((share) => share.recommended)}::numeric[]) t
    on conflict (day, user_id) do update set minted = d.minted + excluded.minted,
      liquidated = d.liquidated + excluded.liquidated, recommended = d.recommended + excluded.recommended`.execute(tx);
}
