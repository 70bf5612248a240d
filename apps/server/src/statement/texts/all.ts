import type { Language } from '@city-mint/domain/languages';
import type { CsvTexts } from './csv-texts.ts';
import { CSV_TEXTS_EN } from './en.ts';
import { CSV_TEXTS_HI } from './hi.ts';
import { CSV_TEXTS_ID } from './id.ts';
import { CSV_TEXTS_JA } from './ja.ts';
import { CSV_TEXTS_KO } from './ko.ts';
import { CSV_TEXTS_MS } from './ms.ts';
import { CSV_TEXTS_TH } from './th.ts';
import { CSV_TEXTS_VI } from './vi.ts';
import { CSV_TEXTS_ZH } from './zh.ts';
import { CSV_TEXTS_ZH_HK } from './zh-hk.ts';

/** The texts of a statement's table by language. */
export const CSV_TEXTS: Record<Language, CsvTexts> = {
  zh: CSV_TEXTS_ZH,
  zhHK: CSV_TEXTS_ZH_HK,
  en: CSV_TEXTS_EN,
  id: CSV_TEXTS_ID,
  hi: CSV_TEXTS_HI,
  ja: CSV_TEXTS_JA,
  ko: CSV_TEXTS_KO,
  ms: CSV_TEXTS_MS,
  th: CSV_TEXTS_TH,
  vi: CSV_TEXTS_VI,
};
