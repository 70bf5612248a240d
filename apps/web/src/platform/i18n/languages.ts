import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@city-mint/domain/languages';

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  zh: '简体中文',
  zhHK: '繁體中文',
  en: 'English',
  id: 'Bahasa Indonesia',
  hi: 'हिन्दी',
  ja: '日本語',
  ko: '한국어',
  ms: 'Bahasa Melayu',
  th: 'ไทย',
  vi: 'Tiếng Việt',
};

/** Returns the language with this key; the default for anything else. */
export function parseLanguage(value: unknown): Language {
  return LANGUAGES.find((language) => language === value) ?? DEFAULT_LANGUAGE;
}

/** The BCP 47 tag of a language, for `Intl` and `<html lang>`. */
export function localeOf(language: Language): string {
  return language === 'zhHK' ? 'zh-HK' : language;
}
