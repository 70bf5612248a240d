import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';

export type LeaderboardKind = 'recommendation' | 'mint' | 'liquidation';
export type LeaderboardPeriod = 'today' | 'week' | 'month' | 'all';

export type NameRequest = {
  readonly token: SessionToken;
  /** Null hides the user. */
  readonly name: string | null;
  /** The operator's name, which no user may bear. */
  readonly operatorName: string;
};

/** Shows a session's user under a name, or hides them; idempotent. Returns whether the name was free. */
export async function saveName(db: Database, { token, name, operatorName }: NameRequest): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select set_leaderboard_name(${token}, ${name}, ${operatorName}) as is_free`.execute(db);
  return rows[0]?.is_free === true;
}

/** A user with the name under which the leaderboards show them. */
export type NamedUser = { readonly userId: bigint; readonly name: string };

/** Hides a user whose name operators remove. Returns whether they had this name. */
export async function removeName(tx: Database, { userId, name }: NamedUser): Promise<boolean> {
  const { rows } = await sql<{ removed: boolean }>`
    select remove_leaderboard_name(${userId}, ${name}) as removed`.execute(tx);
  return rows[0]?.removed === true;
}

export type DueLeaderboards = {
  readonly batches: bigint;
  /** The UTC day, YYYY-MM-DD. */
  readonly day: string;
};

/**
 * Locks the leaderboards and returns the data to compute them from; undefined when they are current, or another worker
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

/** Enough for the amounts of a million users while their ranks are computed; with less, the sort would use the disk. */
const RANKING_MEMORY = '128MB';

/** Number of first places that are listed even where their users do not show themselves. */
export const FIRST_COUNT = 3;

export type LeaderboardSizes = {
  /** Number of listed users who show themselves. */
  readonly placeCount: number;
  /** Number of amounts in a part of the ranks. */
  readonly partSize: number;
};

/** Replaces the first places and the ranks of every leaderboard and period; returns once they are written. */
export async function saveLeaderboards(
  tx: Database,
  { batches, day, ...sizes }: DueLeaderboards & LeaderboardSizes,
): Promise<void> {
  await sql.raw(`set local work_mem = '${RANKING_MEMORY}'`).execute(tx);
  await sql`delete from leaderboard_place`.execute(tx);
  await sql`delete from leaderboard_part`.execute(tx);
  for (const period of ['today', 'week', 'month'] as const) {
    const sums = sql`
      select user_id, sum(minted) as mint, sum(liquidated) as liquidation, sum(recommended) as recommendation
      from team_day cross join (select ${day}::date as day) today
      where team_day.day between ${FIRST_DAY[period]} and today.day group by user_id`;
    await insertPeriod(tx, { ...sizes, period, sums });
  }
  const sums = sql`
    select user_id, own_performance as mint, liquidated as liquidation, recommended as recommendation from team_member`;
  await insertPeriod(tx, { ...sizes, period: 'all', sums });
  await sql`
    update leaderboard_state set batches = ${batches}, day = ${day}::date, computed_at = clock_timestamp()`.execute(tx);
}

type PeriodOrder = LeaderboardSizes & { readonly period: LeaderboardPeriod; readonly sums: RawBuilder<unknown> };

async function insertPeriod(tx: Database, { period, sums, placeCount, partSize }: PeriodOrder): Promise<void> {
  // Selects the first rows before ranking them: a sort of all users could not stop early.
  const first = (name: LeaderboardKind, users: RawBuilder<unknown>, count: number) => sql`
    (select ${name}::text as board, user_id, ${sql.ref(name)} as amount from ${users}
    where ${sql.ref(name)} > 0 order by ${sql.ref(name)} desc, user_id limit ${count}::int)`;
  const places = (name: LeaderboardKind) => sql`
    ${first(name, sql`summed`, FIRST_COUNT)}
    union ${first(name, sql`summed join leaderboard_name using (user_id)`, placeCount)}`;
  const counted = (name: LeaderboardKind) => sql`
    select ${name}::text as board, ${sql.ref(name)} as amount, count(*) as users from summed
    where ${sql.ref(name)} > 0 group by ${sql.ref(name)}`;
  await sql`
    with summed as materialized (${sums}), ranked as materialized (
      select board, amount, row_number() over higher as place, sum(users) over higher - users + 1 as rank
      from (${counted('mint')} union all ${counted('liquidation')} union all ${counted('recommendation')}) counted
      window higher as (partition by board order by amount desc)
    ), listed as (
      insert into leaderboard_place (board, period, place, rank, user_id, amount)
      select board, ${period}::text, row_number() over (partition by board order by amount desc, user_id),
        rank, user_id, amount
      from (${places('mint')} union ${places('liquidation')} union ${places('recommendation')}) places
      join ranked using (board, amount)
    )
    insert into leaderboard_part (board, period, lowest, amounts, ranks)
    select board, ${period}::text, min(amount), array_agg(amount order by amount desc),
      array_agg(rank::int order by amount desc)
    from ranked group by board, (place - 1) / ${partSize}::int`.execute(tx);
}
