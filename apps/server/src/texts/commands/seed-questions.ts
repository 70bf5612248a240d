import { LANGUAGES } from '@city-mint/domain/languages';
import { loadTexts } from '@city-mint/texts/load-texts';
import { SEED_QUESTIONS } from '@city-mint/texts/question-texts';
import type { Database } from '#platform/database/database.ts';
import { hasQuestions, upsertQuestion } from '../store/questions.ts';

/**
 * Writes the initial questions and answers of a new system, published, in their order. Does nothing if any question
 * exists, so that operators' edits are never overwritten. Returns how many questions were written.
 */
export async function seedQuestions(tx: Database): Promise<number> {
  if (await hasQuestions(tx)) return 0;
  const texts = await loadTexts('questions');
  for (const key of SEED_QUESTIONS) {
    for (const lang of LANGUAGES) {
      await upsertQuestion(tx, { key, published: true, lang, ...texts[lang].questions[key] });
    }
  }
  return SEED_QUESTIONS.length;
}
