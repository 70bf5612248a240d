import { COMMON_REFUSALS, type RefusalDetails } from '@city-mint/api-contract/envelope';
import { type OperatorRefusal, RULE_REFUSALS } from '@city-mint/api-contract/refusals';
import { type Language, operatorLanguage } from '@city-mint/domain/languages';
import { amountDetails } from '@city-mint/texts/amount-details';
import { boundWords } from '@city-mint/texts/bound-words';
import { fillDetails } from '@city-mint/texts/fill-details';
import { loadTexts } from '@city-mint/texts/load-texts';
import { OPERATOR_TEXTS } from '@city-mint/texts/operator-languages';
import type { RefusalWord, Refused } from '#platform/http/refused.ts';

const CODES = { ...COMMON_REFUSALS, ...RULE_REFUSALS };
const TEXTS = await loadTexts('refusals');

/**
 * Returns the code and the text of a refusal in the reader's language. Operators' own refusals exist in Chinese and
 * English.
 */
export function describeRefusal({ error, details }: Refused, lang: Language): { code: number; msg: string } {
  const limit =
    details.limit === undefined ? {} : { limit: boundWords(details.limit, { language: operatorLanguage(lang) }) };
  const words = {
    wait: waitText(details, lang),
    ...untilText(details),
    ...limit,
    ...amountDetails({ error, details }, lang),
  };
  return { code: CODES[error], msg: fillDetails(textIn(lang, error), { ...details, ...words }) };
}

function textIn(lang: Language, error: RefusalWord): string {
  return isOperators(error)
    ? OPERATOR_TEXTS[operatorLanguage(lang)].operatorRefusals[error]
    : TEXTS[lang].refusals[error];
}

function isOperators(error: RefusalWord): error is OperatorRefusal {
  return Object.hasOwn(OPERATOR_TEXTS.zh.operatorRefusals, error);
}

/** The end of a wait as a date and a time of day; `details` has it in UTC milliseconds. */
function untilText({ until }: RefusalDetails): { until?: string } {
  const time = new Date(Number(until));
  if (until === undefined || Number.isNaN(time.getTime())) return {};
  // The next whole minute, so that the wait is over by then.
  const minute = new Date(Math.ceil(time.getTime() / 60_000) * 60_000).toISOString();
  return { until: `${minute.slice(0, 10)} ${minute.slice(11, 16)} UTC` };
}

const LONGEST_IN_SECONDS = 90;

/** The time until the next try in words: seconds, and from a minute and a half on whole minutes. */
function waitText({ retryAfterSeconds }: RefusalDetails, lang: Language): string {
  const seconds = Number(retryAfterSeconds);
  const { waits: texts } = TEXTS[lang];
  if (Number.isNaN(seconds)) return texts.moment;
  if (seconds > LONGEST_IN_SECONDS) return texts.minutes.replace('{n}', String(Math.ceil(seconds / 60)));
  if (seconds === 1 && texts.second !== undefined) return texts.second;
  return texts.seconds.replace('{n}', String(seconds));
}
