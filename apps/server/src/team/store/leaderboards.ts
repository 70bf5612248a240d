import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type Board = 'recommendation' | 'mint' | 'liquidation';
export type Period = 'today' | 'week' | 'month' | 'all';

export async function insertAbsence(tx: Database, userId: bigint): Promise<void> {
  await tx
    .insertInto('leaderboard_absence')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteAbsence(tx: Database, userId: bigint): Promise<void> {
  await tx.deleteFrom('leaderboard_absence').where('user_id', '=', userId).execute();
}

/** Whether a user keeps off the boards. */
export async function isAbsent(db: Database, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('leaderboard_absence')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Has the boards computed anew when it is their turn: whoever comes and goes all the time costs nothing more. */
export async function askForBoards(tx: Database): Promise<void> {
  await tx.updateTable('leaderboard_state').set({ batches: -1n }).execute();
}

export type DueBoards = {
  readonly batches: bigint;
  /** The UTC day, YYYY-MM-DD. */
  readonly day: string;
};

/**
 * What the boards have to show now, their row locked; undefined when they show it already, or another worker is at it.
 */
export async function lockDueBoards(tx: Database, everyMs: number): Promise<DueBoards | undefined> {
  const { rows } = await sql<DueBoards>`
    select p.batches, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD') as day
    from leaderboard_state s cross join team_progress p
    where s.computed_at is null or s.day is distinct from (clock_timestamp() at time zone 'UTC')::date
      or (s.batches <> p.batches and s.computed_at <= clock_timestamp() - ${everyMs}::int * interval '1 millisecond')
    for update of s skip locked`.execute(tx);
  return rows[0];
}

const START: Record<Exclude<Period, 'all'>, RawBuilder<unknown>> = {
  today: sql`today.day`,
  week: sql`date_trunc('week', today.day)::date`,
  month: sql`date_trunc('month', today.day)::date`,
};

/** Writes the first places of every board for every period. */
export async function savePlaces(
  tx: Database,
  { batches, day, places }: DueBoards & { places: number },
): Promise<void> {
  await sql`delete from leaderboard_place`.execute(tx);
  for (const period of ['today', 'week', 'month'] as const) {
    await insertPlaces(tx, {
      period,
      places,
      sums: sql`
        select user_id, sum(minted) as mint, sum(liquidated) as liquidation, sum(recommended) as recommendation
        from team_day cross join (select ${day}::date as day) today
        where team_day.day between ${START[period]} and today.day group by user_id`,
    });
  }
  const sums = sql`
    select user_id, own_performance as mint, liquidated as liquidation, recommended as recommendation from team_member`;
  await insertPlaces(tx, { period: 'all', places, sums });
  await sql`update leaderboard_state set batches = ${batches}, day = ${day}::date, computed_at = clock_timestamp()`.execute(
    tx,
  );
}

async function insertPlaces(
  tx: Database,
  { period, places, sums }: { period: Period; places: number; sums: RawBuilder<unknown> },
): Promise<void> {
  // The first rows by themselves, then their ranks: a sort of everybody would not be cut short.
  const board = (name: Board) => sql`
    (select ${name}::text as board, user_id, ${sql.ref(name)} as amount from shown
    where ${sql.ref(name)} > 0 order by ${sql.ref(name)} desc, user_id limit ${places}::int)`;
  await sql`
    with sums as materialized (${sums}), shown as (
      select * from sums where not exists (select 1 from leaderboard_absence a where a.user_id = sums.user_id)
    )
    insert into leaderboard_place (board, period, place, rank, user_id, amount)
    select board, ${period}::text, row_number() over (partition by board order by amount desc, user_id),
      rank() over (partition by board order by amount desc), user_id, amount
    from (${board('mint')} union all ${board('liquidation')} union all ${board('recommendation')}) first`.execute(tx);
}

export type Place = { readonly rank: number; readonly userId: bigint; readonly amount: TokenAmount };

/** The places of one board, without those who went since it was computed; and when that was. */
export async function listPlaces(
  db: Database,
  { board, period }: { board: Board; period: Period },
): Promise<{ computedAt: Date | null; places: Place[] }> {
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
