import type { Database } from '#platform/database/database.ts';
import { updatePositions } from '../store/questions.ts';

/** Puts the questions into the order of these keys, which are all of them. */
export async function orderQuestions(tx: Database, keys: readonly string[]): Promise<void> {
  await updatePositions(tx, keys);
}
