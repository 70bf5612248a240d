import { canMoveRound, ROUND_STATES, type RoundState } from '@city-mint/domain/rounds/round-state';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { parseTerms } from '../offers/stored-terms.ts';

/** A round that the worker holds by its row lock. */
export type DueRound = {
  readonly id: bigint;
  readonly planId: bigint;
  readonly state: RoundState;
  readonly terms: Terms;
  readonly orderCount: number;
  /** How many milliseconds ago it was due. */
  readonly lateMs: number;
};

const roundState = z.enum(ROUND_STATES);

/** The round that is due for longest, that no operator keeps aside and no other worker holds, its row locked; undefined when there is none. */
export async function lockDueRound(tx: Database): Promise<DueRound | undefined> {
  const row = await tx
    .selectFrom('round')
    .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
    .select(['round.id', 'plan_id', 'state', 'order_count', 'terms'])
    .select(sql<number>`extract(epoch from clock_timestamp() - due_at)::float8 * 1000`.as('late_ms'))
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .where(isNotSuspended('round.id'))
    .orderBy('due_at')
    .limit(1)
    .forUpdate('round')
    .skipLocked()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    planId: row.plan_id,
    state: roundState.parse(row.state),
    terms: parseTerms(row.terms),
    orderCount: row.order_count,
    lateMs: row.late_ms,
  };
}

/**
 * Moves a round to its next state, due again at `dueAt` (null = never). Throws for a move that rules.md section 3 does not know; the row in
 * round_transition makes a second such move impossible.
 */
export async function moveRound(
  tx: Database,
  round: DueRound,
  next: { readonly state: RoundState; readonly dueAt: Date | 'now' | null },
): Promise<void> {
  if (!canMoveRound(round.state, next.state))
    throw new Error(`round ${round.id}: no way from ${round.state} to ${next.state}`);
  await tx
    .updateTable('round')
    .set({ state: next.state, due_at: next.dueAt === 'now' ? sql<Date>`clock_timestamp()` : next.dueAt })
    .where('id', '=', round.id)
    .execute();
  await tx.insertInto('round_transition').values({ round_id: round.id, state: next.state }).execute();
}

/** Puts off a round that cannot go on now. */
export async function postpone(tx: Database, round: DueRound, delayMs: number): Promise<void> {
  await tx
    .updateTable('round')
    .set({ due_at: sql<Date>`clock_timestamp() + ${delayMs}::int * interval '1 millisecond'` })
    .where('id', '=', round.id)
    .execute();
}

/** A condition on rows that name a round: no operator keeps that round aside, so its steps may be taken. */
export function isNotSuspended(roundId: 'round.id' | 'round_token_payout.round_id'): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from round_suspension where round_suspension.round_id = ${sql.ref(roundId)})`;
}

/** NOTIFY channel on which a round that became full wakes the worker; a notice that is lost costs a quarter of a second. */
export const ROUND_DUE_CHANNEL = 'round_due';
/** The same for the tokens of a settlement, which can be paid from when its fees are taken. */
export const TOKENS_DUE_CHANNEL = 'tokens_due';
