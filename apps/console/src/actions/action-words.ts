import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { amountDetails } from '@city-mint/texts/amount-details';
import { boundWords } from '@city-mint/texts/bound-words';
import { CONSOLE_MESSAGES } from '@city-mint/texts/console-messages';
import { refusals as en } from '@city-mint/texts/en/refusals';
import { fillDetails } from '@city-mint/texts/fill-details';
import { OPERATOR_TEXTS } from '@city-mint/texts/operator-languages';
import { subjectWords } from '@city-mint/texts/subject-words';
import { refusals as zh } from '@city-mint/texts/zh/refusals';
import { formatDuration } from '#platform/format.ts';
import type { ConsoleLanguage } from '#platform/language-store.ts';

type Words = Readonly<Record<string, string>>;

/** Texts of all refusals. */
const REFUSALS: Readonly<Record<ConsoleLanguage, Words>> = {
  zh: { ...zh, ...OPERATOR_TEXTS.zh.operatorRefusals },
  en: { ...en, ...OPERATOR_TEXTS.en.operatorRefusals },
};

/** Texts for actions, their fields and the values of choices in a language. */
export type ActionWords = {
  /** Title of an action; without one, the summary of its endpoint. */
  titleOf(action: string): string;
  /** Label of a field or figure; without one, its name made readable. */
  labelOf(name: string): string;
  /** Explanation of a field, or null. */
  hintOf(name: string): string | null;
  /** Label of a choice's value; without one, the value. */
  choiceOf(value: string): string;
  /** Subject of an action, from the code that the log stores. */
  subjectOf(subject: string): string;
  /** Requirement for a value, in a form that follows 应 or "must be". */
  boundOf(bound: string): string;
  /** Reason for the refusal of a value or action, with the field's label; the server's text where only it has one. */
  refusalOf(refusal: { readonly error: string; readonly details: RefusalDetails; readonly msg?: string }): string;
};

/** Returns the texts of a language. */
export function actionWords(language: ConsoleLanguage): ActionWords {
  const { titles, fields, hints, choices } = CONSOLE_MESSAGES[language].actionWords;
  const choiceOf = (value: string) => wordOf(choices, value) ?? value;
  const labelOf = (name: string) => wordOf(fields, name) ?? readable(name);
  /** Limits of durations are in milliseconds, which are hard to read. */
  const limitWords = (limit: string, field = '') =>
    field.endsWith('Ms')
      ? limit.replace(/\d+/g, (figure) => formatDuration(Number(figure), language))
      : boundWords(limit, { language, labelOf });
  return {
    titleOf: (action) => wordOf(titles, action) ?? summaryOf(action) ?? action,
    labelOf,
    hintOf: (name) => wordOf(hints, name),
    choiceOf,
    boundOf: (bound) => boundWords(bound, { language, labelOf }),
    subjectOf: (subject) => subjectWords(subject, { language, nameOf: choiceOf }),
    refusalOf({ error, details, msg }) {
      // The server words the times and waits.
      const isItsOwn = details['until'] !== undefined || details['retryAfterSeconds'] !== undefined;
      const text = isItsOwn ? null : wordOf(REFUSALS[language], error);
      if (text === null) return msg ?? error;
      const field = details.field === undefined ? {} : { field: pathLabel(details.field, labelOf) };
      const limit = details.limit === undefined ? {} : { limit: limitWords(details.limit, details.field) };
      return fillDetails(text, { ...details, ...field, ...limit, ...amountDetails({ error, details }, language) });
    },
  };
}

/** `names.0.label` → "Names 1, Label". */
function pathLabel(path: string, labelOf: (name: string) => string): string {
  const parts = path.split('.').filter((part) => part !== 'fields');
  return parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : labelOf(part))).join(' ');
}

function wordOf(words: Words, name: string): string | null {
  return Object.hasOwn(words, name) ? (words[name] ?? null) : null;
}

function summaryOf(action: string): string | null {
  const declared = Object.entries(operatorActions).find(([key]) => key === `POST /api/ops/${action}`);
  return declared?.[1].summary ?? null;
}

/** `perUserDay` → "Per user day". */
export function readable(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
