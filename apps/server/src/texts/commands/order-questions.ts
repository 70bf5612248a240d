import type { Database } from '#platform/database/database.ts';
import { updatePositions } from '../store/questions.ts';

/** Sorts the questions into the order of these keys, which must be complete. */
export async function orderQuestions(tx: Database, keys: readonly string[]): Promise<void> {
  await updatePositions(tx, keys);
}
