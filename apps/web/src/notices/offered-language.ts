import { DEFAULT_LANGUAGE, LANGUAGES } from '@city-mint/domain/languages';
import type { PageLanguage } from '#platform/i18n/languages.ts';

/** Chinese in traditional characters, by its script, or by its region where no script is named. */
const TRADITIONAL = /-hant\b|^(?!.*-hans\b).*-(hk|tw|mo)\b/;
/** Codes that older browsers send. */
const OLD_CODES: Readonly<Record<string, string>> = { in: 'id' };

/**
 * Returns the language to offer a reader who has not chosen one: the first of the browser's languages (BCP 47) that the
 * page has; null if that is the default, or if there is none.
 */
export function offeredLanguage(preferred: readonly string[]): PageLanguage | null {
  const offered = preferred.map(languageOf).find((language) => language !== undefined);
  return offered === undefined || offered === DEFAULT_LANGUAGE ? null : offered;
}

function languageOf(tag: string): PageLanguage | undefined {
  const lower = tag.toLowerCase();
  const [primary = ''] = lower.split('-');
  if (primary === 'zh') return TRADITIONAL.test(lower) ? 'zhHK' : 'zh';
  return LANGUAGES.find((language) => language === (OLD_CODES[primary] ?? primary));
}
