import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { roundStateColumn } from '../round/store/rounds.ts';

/** Returns a round's state and since when it is suspended (null = it is not); undefined when it does not exist. */
export async function findRoundSuspension(
  db: Database,
  roundId: bigint,
): Promise<{ state: string; suspendedSince: Date | null } | undefined> {
  const suspension = await db
    .selectFrom('round')
    .leftJoin('round_suspension', 'round_suspension.round_id', 'round.id')
    .select(['round.state', 'round_suspension.since'])
    .where('round.id', '=', roundId)
    .executeTakeFirst();
  return suspension && { state: suspension.state, suspendedSince: suspension.since };
}

export type RoundSteps = {
  /** When the round entered each of its states, first to last. */
  readonly steps: { readonly state: RoundState; readonly at: Date }[];
  /** When its next step is due; null = never again. */
  readonly dueAt: Date | null;
  /** Since when it is suspended; null = it is not. */
  readonly suspendedSince: Date | null;
};

/** Returns the history of a round's states, and its next due time; all empty for a round that does not exist. */
export async function readRoundSteps(db: Database, roundId: bigint): Promise<RoundSteps> {
  const [transitions, round, suspension] = await Promise.all([
    db.selectFrom('round_transition').select(['state', 'at']).where('round_id', '=', roundId).orderBy('at').execute(),
    db.selectFrom('round').select('due_at').where('id', '=', roundId).executeTakeFirst(),
    findRoundSuspension(db, roundId),
  ]);
  return {
    steps: transitions.map(({ state, at }) => ({ state: roundStateColumn.parse(state), at })),
    dueAt: round?.due_at ?? null,
    suspendedSince: suspension?.suspendedSince ?? null,
  };
}

export type DueRounds = { readonly due: number; readonly lateSeconds: number; readonly open: number };

/**
 * Returns the number of rounds and plans with a due step, the age of the longest due step in seconds, and the number of
 * open rounds.
 */
export async function readDueRounds(db: Database): Promise<DueRounds> {
  const { rows } = await sql<DueRounds>`
    select count(*)::int as due,
      coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0)::float8 as "lateSeconds",
      (select count(*)::int from round where state = 'open' and due_at is not null) as open
    from (
      select due_at from round where due_at <= clock_timestamp()
      union all select due_at from phase_plan where due_at <= clock_timestamp()
    ) due_times`.execute(db);
  return rows[0] ?? { due: 0, lateSeconds: 0, open: 0 };
}
