import type { Language } from '@city-mint/domain/languages';
import type { Database } from '#platform/database/database.ts';
import { deleteQuestion } from '../store/questions.ts';

/** Removes a question in one language, or without one in all; the last text takes the question along. */
export async function removeQuestion(
  tx: Database,
  question: { readonly key: string; readonly lang: Language | undefined },
): Promise<void> {
  await deleteQuestion(tx, question);
}
