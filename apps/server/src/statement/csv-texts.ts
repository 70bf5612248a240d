import type { Language } from '@city-mint/domain/languages';
import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import type { StatementAccount } from '#ledger/statements/queries/period.ts';
import { CSV_TEXTS_EN } from './texts/en.ts';
import { CSV_TEXTS_HI } from './texts/hi.ts';
import { CSV_TEXTS_ID } from './texts/id.ts';
import { CSV_TEXTS_JA } from './texts/ja.ts';
import { CSV_TEXTS_KO } from './texts/ko.ts';
import { CSV_TEXTS_MS } from './texts/ms.ts';
import { CSV_TEXTS_TH } from './texts/th.ts';
import { CSV_TEXTS_VI } from './texts/vi.ts';
import { CSV_TEXTS_ZH } from './texts/zh.ts';
import { CSV_TEXTS_ZH_HK } from './texts/zh-hk.ts';

/** The texts of a statement's table. */
export type CsvTexts = {
  readonly head: readonly string[];
  readonly opening: string;
  readonly closing: string;
  readonly accounts: Readonly<Record<StatementAccount, string>>;
  readonly kinds: Readonly<Record<StatementKind, string>>;
};

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
