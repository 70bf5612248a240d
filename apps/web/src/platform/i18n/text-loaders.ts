import { zh } from '#texts/zh/zh.ts';
import type { Language } from './languages.ts';
import type { Messages } from './messages.ts';

const english = async (): Promise<Messages> => (await import('#texts/en/en.ts')).en;

/** Where the texts of each language come from: the default is in the first load, the others are fetched when chosen. */
export const TEXT_LOADERS: Record<Language, () => Promise<Messages>> = {
  zh: async () => zh,
  en: english,
  // These eight speak English until their own files stand beside texts/en.
  zhHK: english,
  id: english,
  hi: english,
  ja: english,
  ko: english,
  ms: english,
  th: english,
  vi: english,
};
