import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

const ASIDE_SECONDS = 5;

/** Puts off a round whose step failed, so that the rounds that are due after it have their turn. */
export async function backOffRound(db: Database, roundId: bigint): Promise<void> {
  await db
    .updateTable('round')
    .set({ due_at: sql<Date>`clock_timestamp() + ${ASIDE_SECONDS}::int * interval '1 second'` })
    .where('id', '=', roundId)
    .where('due_at', 'is not', null)
    .execute();
}
