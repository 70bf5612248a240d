import { DEFAULT_LANGUAGE, LANGUAGES, type Language, operatorLanguage } from '@city-mint/domain/languages';

/** The languages that the page is translated to; readers are offered these. */
export const PAGE_LANGUAGES = ['zh', 'en'] as const satisfies readonly Language[];
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<PageLanguage, string> = { zh: '简体中文', en: 'English' };

/**
 * Returns the language in which the page is shown to who has chosen this one: of those not translated yet, Chinese or
 * English; the default for what is no language.
 */
export function parseLanguage(value: unknown): PageLanguage {
  const language = LANGUAGES.find((candidate) => candidate === value) ?? DEFAULT_LANGUAGE;
  return PAGE_LANGUAGES.find((candidate) => candidate === language) ?? operatorLanguage(language);
}

/** Returns the BCP 47 tag of a language, as `lang` attributes and Intl take it. */
export function localeOf(language: Language): string {
  return language === 'zhHK' ? 'zh-HK' : language;
}
