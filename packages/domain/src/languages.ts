/** The languages of the product, the default first. */
export const LANGUAGES = ['zh', 'zhHK', 'en', 'id', 'hi', 'ja', 'ko', 'ms', 'th', 'vi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of callers who ask for none, or for an unknown one. */
export const DEFAULT_LANGUAGE: Language = 'zh';

/** Returns the language of the server's own texts for readers of a language: Chinese or English. */
export function serverLanguage(language: string): 'zh' | 'en' {
  return language === 'zh' || language === 'zhHK' ? 'zh' : 'en';
}

/** Returns the languages in which to look for a text, the requested one first. */
export function languagesFor(language: Language): readonly Language[] {
  return serverLanguage(language) === 'zh' ? [language, 'zh', 'en'] : [language, 'en', 'zh'];
}
