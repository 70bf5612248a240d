import { COMMON_REFUSAL_TEXTS } from '@city-mint/api-contract/common-refusals';
import { COMMON_REFUSALS, type CommonRefusal, type RefusalDetails } from '@city-mint/api-contract/envelope';
import { boundWords } from '@city-mint/api-contract/operator/bound-words';
import { fillDetails, type RefusalText } from '@city-mint/api-contract/refusal-text';
import { REFUSAL_TEXTS_HI } from '@city-mint/api-contract/refusal-texts/hi';
import { REFUSAL_TEXTS_ID } from '@city-mint/api-contract/refusal-texts/id';
import { REFUSAL_TEXTS_JA } from '@city-mint/api-contract/refusal-texts/ja';
import { REFUSAL_TEXTS_KO } from '@city-mint/api-contract/refusal-texts/ko';
import { REFUSAL_TEXTS_MS } from '@city-mint/api-contract/refusal-texts/ms';
import { REFUSAL_TEXTS_TH } from '@city-mint/api-contract/refusal-texts/th';
import { REFUSAL_TEXTS_VI } from '@city-mint/api-contract/refusal-texts/vi';
import { REFUSAL_TEXTS_ZH_HK } from '@city-mint/api-contract/refusal-texts/zh-hk';
import { type ParticipantRefusal, RULE_REFUSALS } from '@city-mint/api-contract/refusals';
import { type Language, operatorLanguage } from '@city-mint/domain/languages';
import type { RefusalWord, Refused } from '#platform/http/refused.ts';

type TranslatedLanguage = Exclude<Language, 'zh' | 'en'>;

const TRANSLATIONS: Record<TranslatedLanguage, Record<ParticipantRefusal, string>> = {
  zhHK: REFUSAL_TEXTS_ZH_HK,
  id: REFUSAL_TEXTS_ID,
  hi: REFUSAL_TEXTS_HI,
  ja: REFUSAL_TEXTS_JA,
  ko: REFUSAL_TEXTS_KO,
  ms: REFUSAL_TEXTS_MS,
  th: REFUSAL_TEXTS_TH,
  vi: REFUSAL_TEXTS_VI,
};

/**
 * Returns the code and the text of a refusal in the reader's language. Operators' own refusals exist in Chinese and
 * English.
 */
export function describeRefusal({ error, details }: Refused, lang: Language): { code: number; msg: string } {
  const { code, ...texts } = entryOf(error);
  const limit =
    details.limit === undefined ? {} : { limit: boundWords(details.limit, { language: operatorLanguage(lang) }) };
  const words = { wait: waitText(details, lang), ...untilText(details), ...limit };
  return { code, msg: fillDetails(textIn(lang, error, texts), { ...details, ...words }) };
}

function textIn(lang: Language, error: RefusalWord, texts: RefusalText): string {
  if (lang === 'zh' || lang === 'en') return texts[lang];
  const translations = TRANSLATIONS[lang];
  return hasText(translations, error) ? translations[error] : texts[operatorLanguage(lang)];
}

function hasText(translations: Record<ParticipantRefusal, string>, error: string): error is ParticipantRefusal {
  return Object.hasOwn(translations, error);
}

function entryOf(error: RefusalWord) {
  return isCommon(error) ? { code: COMMON_REFUSALS[error], ...COMMON_REFUSAL_TEXTS[error] } : RULE_REFUSALS[error];
}

function isCommon(error: RefusalWord): error is CommonRefusal {
  return Object.hasOwn(COMMON_REFUSALS, error);
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

type WaitTexts = { readonly moment: string; readonly seconds: string; readonly minutes: string };

const WAIT_TEXTS: Record<Language, WaitTexts> = {
  zh: { moment: '片刻', seconds: ' {n} 秒', minutes: '约 {n} 分钟' },
  zhHK: { moment: '片刻', seconds: ' {n} 秒', minutes: '約 {n} 分鐘' },
  en: { moment: 'a moment', seconds: '{n} seconds', minutes: 'about {n} minutes' },
  id: { moment: 'beberapa saat', seconds: '{n} detik', minutes: 'sekitar {n} menit' },
  hi: { moment: 'थोड़ी देर', seconds: '{n} सेकंड', minutes: 'लगभग {n} मिनट' },
  ja: { moment: 'しばらく', seconds: ' {n} 秒', minutes: '約 {n} 分' },
  ko: { moment: '잠시', seconds: '{n}초', minutes: '약 {n}분' },
  ms: { moment: 'beberapa saat', seconds: '{n} saat', minutes: 'kira-kira {n} minit' },
  th: { moment: 'สักครู่', seconds: '{n} วินาที', minutes: 'ประมาณ {n} นาที' },
  vi: { moment: 'giây lát', seconds: '{n} giây', minutes: 'khoảng {n} phút' },
};

/** The time until the next try in words: seconds, and from a minute and a half on whole minutes. */
function waitText({ retryAfterSeconds }: RefusalDetails, lang: Language): string {
  const seconds = Number(retryAfterSeconds);
  const texts = WAIT_TEXTS[lang];
  if (Number.isNaN(seconds)) return texts.moment;
  if (seconds > LONGEST_IN_SECONDS) return texts.minutes.replace('{n}', String(Math.ceil(seconds / 60)));
  // Only English has a singular form.
  if (lang === 'en' && seconds === 1) return '1 second';
  return texts.seconds.replace('{n}', String(seconds));
}
