import type { Language } from '@city-mint/domain/languages';
import { QUESTIONS_EN } from './questions-en.ts';
import { QUESTIONS_HI } from './questions-hi.ts';
import { QUESTIONS_ID } from './questions-id.ts';
import { QUESTIONS_JA } from './questions-ja.ts';
import { QUESTIONS_KO } from './questions-ko.ts';
import { QUESTIONS_MS } from './questions-ms.ts';
import { QUESTIONS_TH } from './questions-th.ts';
import { QUESTIONS_VI } from './questions-vi.ts';
import { QUESTIONS_ZH } from './questions-zh.ts';
import { QUESTIONS_ZH_HK } from './questions-zh-hk.ts';
import type { SeedTexts } from './seed-question.ts';

/** The questions and answers that a new system starts with, by language. */
export const QUESTIONS: Record<Language, SeedTexts> = {
  zh: QUESTIONS_ZH,
  zhHK: QUESTIONS_ZH_HK,
  en: QUESTIONS_EN,
  id: QUESTIONS_ID,
  hi: QUESTIONS_HI,
  ja: QUESTIONS_JA,
  ko: QUESTIONS_KO,
  ms: QUESTIONS_MS,
  th: QUESTIONS_TH,
  vi: QUESTIONS_VI,
};
