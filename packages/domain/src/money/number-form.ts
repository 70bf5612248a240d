import type { Language } from '../languages.ts';

/** How a language writes numbers: Intl's separators, with the digits 0 to 9. */
export type NumberForm = {
  readonly decimal: '.' | ',';
  readonly group: ',' | '.';
  /** Digits of the groups before the last one, which has three. */
  readonly groupSize: 2 | 3;
};

const POINT: NumberForm = { decimal: '.', group: ',', groupSize: 3 };
const COMMA: NumberForm = { decimal: ',', group: '.', groupSize: 3 };
const INDIAN: NumberForm = { decimal: '.', group: ',', groupSize: 2 };

/** The number form of each language; a test compares it with `Intl.NumberFormat`. */
export const NUMBER_FORMS: Readonly<Record<Language, NumberForm>> = {
  ...{ zh: POINT, zhHK: POINT, en: POINT, ja: POINT, ko: POINT, ms: POINT, th: POINT },
  ...{ id: COMMA, vi: COMMA },
  hi: INDIAN,
};

/**
 * Returns a plain decimal as the language writes it, exact: "-1234567.5" → "-1,234,567.5" in English, "-1.234.567,5" in
 * Indonesian, "-12,34,567.5" in Hindi.
 */
export function groupDigits(decimal: string, language: Language): string {
  const { decimal: point, group, groupSize } = NUMBER_FORMS[language];
  const [, sign = '', whole = '', fraction] = /^(-?)([^.]*)(?:\.(.*))?$/.exec(decimal) ?? [];
  const grouped = `${sign}${inGroups(whole, groupSize).join(group)}`;
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}

/** Returns a plain decimal as a person types it in the language: its decimal separator, without groups. */
export function typedDecimal(decimal: string, language: Language): string {
  return decimal.replace('.', NUMBER_FORMS[language].decimal);
}

function inGroups(whole: string, groupSize: number): string[] {
  const groups = [whole.slice(-3)];
  for (let rest = whole.slice(0, -3); rest !== ''; rest = rest.slice(0, -groupSize)) {
    groups.unshift(rest.slice(-groupSize));
  }
  return groups;
}
