import type { Language } from '@city-mint/api-contract/languages';

/**
 * Languages in which a text is looked for, the one asked for first: Chinese speakers get Chinese next, everybody else
 * English.
 */
export function languagesFor(lang: Language): readonly Language[] {
  return lang === 'zh' || lang === 'zhHK' ? [lang, 'zh', 'en'] : [lang, 'en', 'zh'];
}
