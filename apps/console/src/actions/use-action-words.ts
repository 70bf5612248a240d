import { useLanguage } from '#platform/language-store.ts';
import { type ActionWords, actionWords } from './action-words.ts';

/** The same objects each time, so that what depends on them is not computed again. */
const WORDS = { zh: actionWords('zh'), en: actionWords('en') } as const;

/** Returns the words of the language that the console is shown in. */
export function useActionWords(): ActionWords {
  return WORDS[useLanguage().language];
}
