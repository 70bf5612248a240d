import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@city-mint/domain/languages';

/** Each language by its own name. */
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

/** A kept or received language key; anything else is the default. */
export function parseLanguage(value: unknown): Language {
  return LANGUAGES.find((language) => language === value) ?? DEFAULT_LANGUAGE;
}

/** BCP 47 tag for `Intl` and `<html lang>`: `zhHK` is none, and `Intl` throws on it. */
export function localeOf(language: Language): string {
  return language === 'zhHK' ? 'zh-HK' : language;
}
