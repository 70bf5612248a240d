import type { Database } from '#platform/database/database.ts';
import { type QuestionText, selectQuestions } from '../store/questions.ts';

export type Question = { readonly key: string; readonly published: boolean; readonly texts: readonly QuestionText[] };

/** All questions in their order, including unpublished ones, in all of their languages. */
export async function listQuestions(db: Database): Promise<Question[]> {
  const byKey = new Map<string, { key: string; published: boolean; texts: QuestionText[] }>();
  for (const { key, published, ...text } of await selectQuestions(db)) {
    const entry = byKey.get(key) ?? { key, published, texts: [] };
    entry.texts.push(text);
    byKey.set(key, entry);
  }
  return [...byKey.values()];
}
