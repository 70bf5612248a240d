import type { Language } from '@city-mint/domain/languages';
import type { Database } from '#platform/database/database.ts';
import { deleteQuestion } from '../store/questions.ts';

/** Removes a question in one language, or in all if none is set; removing the last text removes the question. */
export async function removeQuestion(
  tx: Database,
  question: { readonly key: string; readonly lang: Language | undefined },
): Promise<void> {
  await deleteQuestion(tx, question);
}
