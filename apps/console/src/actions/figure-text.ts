import { groupDigits } from '@city-mint/domain/money/number-form';
import { formatDuration, formatUtc } from '#platform/format.ts';
import type { ConsoleLanguage } from '#platform/language-store.ts';

/** A figure as it is shown: its text, its unit, and whether it is a number, which is put to the right. */
export type FigureText = { readonly text: string; readonly unit: string | null; readonly isNumber: boolean };

/** Units of amounts by the name of the figure; JU where a decimal has none here and no currency is named beside it. */
const UNITS: Readonly<Record<string, string>> = {
  ...{ dailyEmission: 'FMC', mintAmount: 'FMC', fullHash: 'H' },
  ...{ amount: 'JU', balance: 'JU', cap: 'JU', reserve: 'JU', treasury: 'JU', firstQuota: 'JU', quota: 'JU' },
  ...{ crowdSmallest: 'JU', crowdLargest: 'JU' },
  ...{ minimum: 'JU', walletMaximum: 'JU', perWithdrawal: 'JU', perUserDay: 'JU', perDay: 'JU', approvalAbove: 'JU' },
  ...{ personalTeamPerformance: 'JU', communityTeamPerformance: 'JU', superTeamPerformance: 'JU' },
  ...{ level1: 'JU', level2: 'JU', level3: 'JU', level4: 'JU', level5: 'JU', left: 'JU', covered: 'JU' },
};

/** Figures that are in the currency which the action names. */
const IN_ITS_CURRENCY = ['amount', 'perWithdrawal', 'perUserDay', 'perDay', 'approvalAbove', 'covered'];

/** Returns the unit of an amount by its name, or null where the name says none. */
export function unitOf(name: string, currency: string | null): string | null {
  if (currency !== null && IN_ITS_CURRENCY.includes(name)) return currency;
  return Object.hasOwn(UNITS, name) ? (UNITS[name] ?? null) : null;
}

/** What someone typed, which may be the code of a choice by chance. */
const FREE_TEXTS = ['reason', 'city', 'name', 'text', 'title', 'question', 'answer', 'purpose', 'label'];

/** Figures that list others by their names, maybe with their values: what of a plan is worse for participants. */
const NAMES_OF_FIGURES = ['worse', 'better', 'neutral', 'consentsBeyond'];

type Reader = {
  readonly language: ConsoleLanguage;
  readonly choiceOf: (value: string) => string;
  /** The label of a figure by its name. */
  readonly labelOf: (name: string) => string;
  /** The currency that the action names, if it names one. */
  readonly currency: string | null;
  readonly words: { readonly yes: string; readonly no: string; readonly hours: string; readonly days: string };
};

/** Returns a figure of a preview, a proposal or the log in the reader's words; the server has them as texts. */
export function figureText(name: string, value: string, reader: Reader): FigureText {
  const { language, choiceOf, labelOf, currency, words } = reader;
  const plain = { text: value, unit: null, isNumber: false };
  if (FREE_TEXTS.includes(name)) return plain;
  if (NAMES_OF_FIGURES.includes(name)) {
    return {
      ...plain,
      text: value
        .split(', ')
        .map((entry) => entry.replace(/^\w+/, labelOf))
        .join(language === 'zh' ? '、' : ', '),
    };
  }
  if (value === 'true' || value === 'false') return { ...plain, text: value === 'true' ? words.yes : words.no };
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return { ...plain, text: formatUtc(Date.parse(value)), unit: 'UTC' };
  if (!/^-?\d+(\.\d+)?$/.test(value)) return { ...plain, text: choiceOf(value) };
  if (/(Bps|Factor)$/.test(name)) return { text: percentOf(value, language), unit: '%', isNumber: true };
  if (/Ms$/.test(name)) return { ...plain, text: formatDuration(Number(value), language) };
  if (/(At|Time)$/.test(name) && value.length === 13) {
    return { ...plain, text: formatUtc(Number(value)), unit: 'UTC' };
  }
  if (/^hours$|Hours$/.test(name)) return { text: value, unit: words.hours, isNumber: true };
  if (/Days$/.test(name)) return { text: value, unit: words.days, isNumber: true };
  if (/(Id|Number|equence|With|Asked)$/.test(name)) return plain;
  return { text: groupDigits(value, language), unit: unitOf(name, currency), isNumber: true };
}

/** Returns basis points as percent: "1250" → "12.5". */
export function percentOf(bps: string, language: ConsoleLanguage): string {
  return groupDigits(String(Number(bps) / 100), language);
}
