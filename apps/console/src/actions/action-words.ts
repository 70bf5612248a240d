import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
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

/** What every refusal says. */
const REFUSALS: Readonly<Record<ConsoleLanguage, Words>> = {
  zh: { ...zh, ...OPERATOR_TEXTS.zh.operatorRefusals },
  en: { ...en, ...OPERATOR_TEXTS.en.operatorRefusals },
};

/** How actions, their fields and the values of choices are called in a language. */
export type ActionWords = {
  /** The title of an action by its name, else what its endpoint says of itself. */
  titleOf(action: string): string;
  /** The label of a field or of a figure, else its name made readable. */
  labelOf(name: string): string;
  /** What a field is about, or null. */
  hintOf(name: string): string | null;
  /** The name of a value of a choice, else the value. */
  choiceOf(value: string): string;
  /** What an action concerns, from the code that the log stores. */
  subjectOf(subject: string): string;
  /** What a value has to be, to be put after 应 or "must be". */
  boundOf(bound: string): string;
  /** Why a value or an action is refused, with the field by its label; the server's text for what it alone can say. */
  refusalOf(refusal: { readonly error: string; readonly details: RefusalDetails; readonly msg?: string }): string;
};

/** Returns the words of a language. */
export function actionWords(language: ConsoleLanguage): ActionWords {
  const { titles, fields, hints, choices } = CONSOLE_MESSAGES[language].actionWords;
  const choiceOf = (value: string) => wordOf(choices, value) ?? value;
  const labelOf = (name: string) => wordOf(fields, name) ?? readable(name);
  /** Limits of durations are in milliseconds, which no one reads. */
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
      // Times and waits are put into words by the server.
      const isItsOwn = details['until'] !== undefined || details['retryAfterSeconds'] !== undefined;
      const text = isItsOwn ? null : wordOf(REFUSALS[language], error);
      if (text === null) return msg ?? error;
      const field = details.field === undefined ? {} : { field: pathLabel(details.field, labelOf) };
      const limit = details.limit === undefined ? {} : { limit: limitWords(details.limit, details.field) };
      return fillDetails(text, { ...details, ...field, ...limit });
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
