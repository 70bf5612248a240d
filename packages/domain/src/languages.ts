/** The languages of the product, the default first. */
export const LANGUAGES = ['zh', 'zhHK', 'en', 'id', 'hi', 'ja', 'ko', 'ms', 'th', 'vi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
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

/** Returns the BCP 47 tag of a language, as `lang` attributes and Intl take it. */
export function localeOf(language: Language): string {
  return language === 'zhHK' ? 'zh-HK' : language;
}

/** The language of callers who ask for none, or for an unknown one. */
export const DEFAULT_LANGUAGE: Language = 'zh';

/** Returns what `valueIn` returns for each language; the keys are in the order of `LANGUAGES`. */
export function inEveryLanguage<Value>(valueIn: (language: Language) => Value): Readonly<Record<Language, Value>> {
  return {
    zh: valueIn('zh'),
    zhHK: valueIn('zhHK'),
    en: valueIn('en'),
    id: valueIn('id'),
    hi: valueIn('hi'),
    ja: valueIn('ja'),
    ko: valueIn('ko'),
    ms: valueIn('ms'),
    th: valueIn('th'),
    vi: valueIn('vi'),
  };
}

/** The languages that operators read. */
export type OperatorLanguage = 'zh' | 'en';

/** Returns the language of operators' texts: Chinese or English. */
export function operatorLanguage(language: Language): OperatorLanguage {
  return isChinese(language) ? 'zh' : 'en';
}

/**
 * Returns the languages in which to look for a text that operators wrote, the requested one first. A text that exists
 * in no language of the list is not shown: readers of Traditional Chinese never get English.
 */
export function languagesFor(language: Language): readonly Language[] {
  if (language === 'zhHK') return ['zhHK', 'zh'];
  return isChinese(language) ? ['zh', 'en'] : [...new Set<Language>([language, 'en', 'zh'])];
}

function isChinese(language: Language): boolean {
  return language === 'zh' || language === 'zhHK';
}
