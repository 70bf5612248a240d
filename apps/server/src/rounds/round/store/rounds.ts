import type { PauseNow } from '@city-mint/domain/rounds/paused-window';
import { ROUND_STATES, type RoundState } from '@city-mint/domain/rounds/round-state';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { pausedSinceSql } from '#switches/queries.ts';
import { parseTerms } from '../../terms/stored-terms.ts';
import { RoundStepError } from '../step-errors.ts';

/**
 * NOTIFY channel that wakes the worker for a round that became full. A lost notification costs a quarter of a second,
 * because the worker also polls.
 */
export const ROUND_DUE_CHANNEL = 'round_due';

/** A due round, its row locked by this transaction. */
export type DueRound = {
  readonly id: bigint;
  readonly planId: bigint;
  readonly state: RoundState;
  readonly terms: Terms;
  readonly orderCount: number;
  /** The end of its window in UTC milliseconds, moved by pauses. */
  readonly closesAt: number;
  /** Milliseconds since it became due. */
  readonly lateMs: number;
};

/** A state from its column; throws for an unknown one. */
export const roundStateColumn = z.enum(ROUND_STATES);

/**
 * Locks the round that has been due the longest; returns undefined when none is due. Skips suspended rounds and those
 * that another worker has locked. Throws a `RoundStepError` when its stored data cannot be read.
 */
export async function lockDueRound(tx: Database): Promise<DueRound | undefined> {
  const dueRow = await tx
    .selectFrom('round')
    .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
    .select(['round.id', 'plan_id', 'state', 'order_count', 'closes_at', 'terms'])
    .select(sql<number>`extract(epoch from clock_timestamp() - due_at)::float8 * 1000`.as('late_ms'))
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .where(isNotSuspended('round.id'))
    .orderBy('due_at')
    .limit(1)
    .forUpdate('round')
    .skipLocked()
    .executeTakeFirst();
  if (dueRow === undefined) return undefined;
  try {
    return {
      id: dueRow.id,
      planId: dueRow.plan_id,
      state: roundStateColumn.parse(dueRow.state),
      terms: parseTerms(dueRow.terms),
      orderCount: dueRow.order_count,
      closesAt: dueRow.closes_at.getTime(),
      lateMs: dueRow.late_ms,
    };
  } catch (error) {
    // The stored data of this round cannot be read; the others have to continue.
    throw new RoundStepError(dueRow.id, error);
  }
}

/**
 * Returns the database's clock and since when joins are paused. Read after the round is locked: a pause moves windows
 * only while it holds the rows of their rounds.
 */
export async function readPauseNow(tx: Database): Promise<PauseNow> {
  const { rows } = await sql<{ now: Date; since: Date | null }>`
    select clock_timestamp() as now, ${pausedSinceSql('joins')} as since`.execute(tx);
  return { now: rows[0]?.now.getTime() ?? 0, pausedSince: rows[0]?.since?.getTime() ?? null };
}

/** Makes a round due again at `until` (a time, or milliseconds from now), without changing its state. */
export async function postponeRound(tx: Database, roundId: bigint, until: Date | number): Promise<void> {
  const dueAt = until instanceof Date ? until : sql<Date>`clock_timestamp() + ${until}::int * interval '1 millisecond'`;
  await tx
    .updateTable('round')
    .set({ due_at: dueAt })
    .where('id', '=', roundId)
    .where('due_at', 'is not', null)
    .execute();
}

/** Returns the request id of the round's last order; undefined where it has none. */
export async function findLastRequest(tx: Database, roundId: bigint): Promise<string | undefined> {
  const last = await tx
    .selectFrom('mint_order')
    .select('request_id')
    .where('round_id', '=', roundId)
    .orderBy('rank', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.request_id;
}

/** Maximum length of a stored error text. */
const LONGEST_ERROR = 500;

/** Records a failed step of a round: the error, and the number of consecutive failures. */
export async function recordFailure(db: Database, roundId: bigint, error: unknown): Promise<void> {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR);
  await sql`
    insert into round_failure (round_id, error) values (${roundId}, ${text})
    on conflict (round_id) do update set at = clock_timestamp(), error = excluded.error,
      tries = case when round_failure.at > ${lastDoneAt(sql`excluded.round_id`)} then round_failure.tries + 1 else 1 end
  `.execute(db);
}

/** Returns the SQL of the time of a round's last completed step. */
export function lastDoneAt(roundId: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`greatest(
    (select max(done_at) from round_step s where s.round_id = ${roundId}),
    (select max(at) from round_transition t where t.round_id = ${roundId}))`;
}

/** Returns a SQL condition on rows that name a round: no operator has suspended it, so its steps may run. */
export function isNotSuspended(roundId: 'round.id' | 'round_part.round_id'): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from round_suspension where round_suspension.round_id = ${sql.ref(roundId)}
  )`;
}
