import type { Database } from '#platform/database/database.ts';
import { type QuestionRow, upsertQuestion } from '../store/questions.ts';

/** Writes a question and its answer in one language; a new one is placed last. */
export async function saveQuestion(tx: Database, question: QuestionRow): Promise<void> {
  await upsertQuestion(tx, question);
}
