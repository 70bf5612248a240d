import { COMMON_REFUSALS, type CommonRefusal, type RefusalDetails } from '@city-mint/api-contract/envelope';
import type { RefusalWord, Refused } from '#platform/http/refused.ts';
import { COMMON_TEXTS, RULE_TEXTS } from './refusal-texts.ts';

/** Code and text of a refusal: Chinese for zh, zhHK, English for every other language, field and limit named. */
export function describeRefusal({ error, details }: Refused, lang: string): { code: number; msg: string } {
  const { code, zh, en } = entryOf(error);
  return { code, msg: fill(lang === 'zh' || lang === 'zhHK' ? zh : en, details) };
}

function entryOf(error: RefusalWord) {
  return isCommon(error) ? { code: COMMON_REFUSALS[error], ...COMMON_TEXTS[error] } : RULE_TEXTS[error];
}

function isCommon(error: RefusalWord): error is CommonRefusal {
  return Object.hasOwn(COMMON_REFUSALS, error);
}

/** A detail that the refusal does not give takes its punctuation along. */
function fill(text: string, details: RefusalDetails): string {
  return text.replace(/([:：]?\s*)\{(field|limit|retryAfterSeconds)\}/g, (_whole, before: string, name: string) => {
    const value = details[name];
    return value === undefined ? '' : `${before}${String(value)}`;
  });
}
