import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { ActRefused } from '../act.ts';

/** Thrown inside the transaction of an act, so that nothing of it stays. */
export class ActUndone extends Error {
  readonly refused: ActRefused;

  constructor(refused: ActRefused) {
    super(refused.refusal);
    this.refused = refused;
  }
}

/** Runs in one transaction, all of which is undone when it throws ActUndone; then that refusal is the answer. */
export async function undoneWhenRefused<Answer>(
  db: Database,
  work: (tx: Database) => Promise<Answer>,
): Promise<Answer | ActRefused> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (error instanceof ActUndone) return error.refused;
    throw error;
  }
}
