import type { Language } from '@city-mint/domain/languages';
import { SESSION_TEXTS_EN } from './en.ts';
import { SESSION_TEXTS_HI } from './hi.ts';
import { SESSION_TEXTS_ID } from './id.ts';
import { SESSION_TEXTS_JA } from './ja.ts';
import { SESSION_TEXTS_KO } from './ko.ts';
import { SESSION_TEXTS_MS } from './ms.ts';
import type { EnglishSessionTexts, SessionTexts } from './session-texts.ts';
import { SESSION_TEXTS_TH } from './th.ts';
import { SESSION_TEXTS_VI } from './vi.ts';
import { SESSION_TEXTS_ZH } from './zh.ts';
import { SESSION_TEXTS_ZH_HK } from './zh-hk.ts';

/** What the server itself says to participants about money, by language. */
export const SESSION_TEXTS: Readonly<Record<Exclude<Language, 'en'>, SessionTexts>> & {
  readonly en: EnglishSessionTexts;
} = {
  zh: SESSION_TEXTS_ZH,
  zhHK: SESSION_TEXTS_ZH_HK,
  en: SESSION_TEXTS_EN,
  id: SESSION_TEXTS_ID,
  hi: SESSION_TEXTS_HI,
  ja: SESSION_TEXTS_JA,
  ko: SESSION_TEXTS_KO,
  ms: SESSION_TEXTS_MS,
  th: SESSION_TEXTS_TH,
  vi: SESSION_TEXTS_VI,
};
