import { COMMON_REFUSAL_TEXTS } from '@city-mint/api-contract/common-refusals';
import { COMMON_REFUSALS, type CommonRefusal, type RefusalDetails } from '@city-mint/api-contract/envelope';
import { RULE_REFUSALS } from '@city-mint/api-contract/refusals';
import { serverLanguage } from '@city-mint/domain/languages';
import type { RefusalWord, Refused } from '#platform/http/refused.ts';

/** Returns the code and the text of a refusal, in Chinese for zh and zhHK and in English for every other language. */
export function describeRefusal({ error, details }: Refused, lang: string): { code: number; msg: string } {
  const { code, ...texts } = entryOf(error);
  const language = serverLanguage(lang);
  const words = { wait: waitText(details, language), ...untilText(details) };
  return { code, msg: fillDetails(texts[language], { ...details, ...words }) };
}

function entryOf(error: RefusalWord) {
  return isCommon(error) ? { code: COMMON_REFUSALS[error], ...COMMON_REFUSAL_TEXTS[error] } : RULE_REFUSALS[error];
}

function isCommon(error: RefusalWord): error is CommonRefusal {
  return Object.hasOwn(COMMON_REFUSALS, error);
}

/** Replaces `{name}` by its detail. One that is missing disappears with its parentheses, its colon or its space. */
function fillDetails(text: string, details: RefusalDetails): string {
  const known = (name: string) => details[name] !== undefined;
  return text
    .replace(/ ?[（(][^（()）]*\{(\w+)\}[^（()）]*[)）]/g, (group, name: string) => (known(name) ? group : ''))
    .replace(/([:：]?\s*)\{(\w+)\}/g, (_whole, before: string, name: string) =>
      known(name) ? `${before}${String(details[name])}` : '',
    );
}

/** The time until which something waits, as a date and a time of day; `details` has it in UTC milliseconds. */
function untilText({ until }: RefusalDetails): { until?: string } {
  const time = new Date(Number(until));
  if (until === undefined || Number.isNaN(time.getTime())) return {};
  // The next whole minute: by then it is over.
  const minute = new Date(Math.ceil(time.getTime() / 60_000) * 60_000).toISOString();
  return { until: `${minute.slice(0, 10)} ${minute.slice(11, 16)} UTC` };
}

const LONGEST_IN_SECONDS = 90;

/** The time until another try in words: seconds, and from a minute and a half on whole minutes. */
function waitText({ retryAfterSeconds }: RefusalDetails, language: 'zh' | 'en'): string {
  const seconds = Number(retryAfterSeconds);
  if (Number.isNaN(seconds)) return language === 'zh' ? '片刻' : 'a moment';
  const minutes = Math.ceil(seconds / 60);
  if (seconds > LONGEST_IN_SECONDS) return language === 'zh' ? `约 ${minutes} 分钟` : `about ${minutes} minutes`;
  return language === 'zh' ? ` ${seconds} 秒` : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
