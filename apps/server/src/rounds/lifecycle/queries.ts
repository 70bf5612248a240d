import { ROUND_STATES, type RoundState } from '@city-mint/domain/rounds/round-state';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** A round's state, and since when an operator keeps it aside (null = it goes on); undefined when there is no such round. */
export async function findRoundSuspension(
  db: Database,
  roundId: bigint,
): Promise<{ state: string; suspendedSince: Date | null } | undefined> {
  const row = await db
    .selectFrom('round')
    .leftJoin('round_suspension', 'round_suspension.round_id', 'round.id')
    .select(['round.state', 'round_suspension.since'])
    .where('round.id', '=', roundId)
    .executeTakeFirst();
  return row && { state: row.state, suspendedSince: row.since };
}

const roundState = z.enum(ROUND_STATES);

/** When a round came into each of its states, first to last, when the worker has to look at it next (null = never again), and since when an operator keeps it aside. */
export async function readRoundSteps(
  db: Database,
  roundId: bigint,
): Promise<{ steps: { state: RoundState; at: Date }[]; dueAt: Date | null; suspendedSince: Date | null }> {
  const [rows, round, aside] = await Promise.all([
    db.selectFrom('round_transition').select(['state', 'at']).where('round_id', '=', roundId).orderBy('at').execute(),
    db.selectFrom('round').select('due_at').where('id', '=', roundId).executeTakeFirst(),
    findRoundSuspension(db, roundId),
  ]);
  return {
    steps: rows.map(({ state, at }) => ({ state: roundState.parse(state), at })),
    dueAt: round?.due_at ?? null,
    suspendedSince: aside?.suspendedSince ?? null,
  };
}

export type DueRounds = { readonly due: number; readonly lateSeconds: number; readonly open: number };

/** How many rounds and plans are due for their next step, for how long the longest of them, and how many rounds are open. */
export async function readDueRounds(db: Database): Promise<DueRounds> {
  const { rows } = await sql<DueRounds>`
    select count(*)::int as due, coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0)::float8 as "lateSeconds",
      (select count(*)::int from round where state = 'open' and due_at is not null) as open
    from (
      select due_at from round where due_at <= clock_timestamp()
      union all select due_at from phase_plan where due_at <= clock_timestamp()
    ) d`.execute(db);
  return rows[0] ?? { due: 0, lateSeconds: 0, open: 0 };
}
