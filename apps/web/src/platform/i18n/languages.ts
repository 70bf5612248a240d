import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@city-mint/domain/languages';

/** The languages that the page offers: all of the product. */
export const PAGE_LANGUAGES = LANGUAGES;
export type PageLanguage = Language;

/** Returns the language that a text names; the default for anything else. */
export function parseLanguage(value: unknown): PageLanguage {
  return LANGUAGES.find((candidate) => candidate === value) ?? DEFAULT_LANGUAGE;
}
