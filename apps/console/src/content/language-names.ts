import type { Language } from '@city-mint/domain/languages';

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  zh: '简体中文',
  zhHK: '繁體中文（香港）',
  en: 'English',
  id: 'Bahasa Indonesia',
  hi: 'हिन्दी',
  ja: '日本語',
  ko: '한국어',
  ms: 'Bahasa Melayu',
  th: 'ไทย',
  vi: 'Tiếng Việt',
};

/** Returns the BCP 47 tag of a language, as `lang` attributes take it. */
export function localeOf(language: Language): string {
  return language === 'zhHK' ? 'zh-HK' : language;
}
