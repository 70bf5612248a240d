import { ROUND_STATES, type RoundState } from '@city-mint/domain/rounds/round-state';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { findRoundSuspension } from './find-round-suspension.ts';

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
