import type { Language } from '../languages.ts';
import { NUMBER_FORMS } from './number-form.ts';
import { plainText } from './typed-characters.ts';

/**
 * A text that a person typed or pasted as an amount. `decimal` and the `readings` are plain decimals, as `parseAmount`
 * reads them but for their length. Ambiguous: another convention reads another amount, or only the other convention
 * reads one. The language's own reading is first.
 */
export type TypedAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly decimal: string }
  | { readonly kind: 'ambiguous'; readonly readings: readonly string[] }
  | { readonly kind: 'unreadable' };

type ReadTypedAmountInput = {
  readonly language: Language;
  /** The currency of the field, which the text may name: "100 JU". */
  readonly unit?: string;
};

/**
 * Returns the amount of a text as a reader of the language reads it. Digits of other scripts count, invisible
 * characters do not. A separator that can only be a decimal separator is one, whichever it is: some keyboards have only
 * the comma. Ambiguous are a separator that the language puts between groups and others before decimals ("1,125" in
 * English), and groups that are separated by the language's decimal separator ("1,234.5" in Indonesian).
 * docs/money-rules.md#1-amounts
 */
export function readTypedAmount(text: string, { language, unit }: ReadTypedAmountInput): TypedAmount {
  const plain = plainText(text, unit);
  if (plain === '') return { kind: 'empty' };
  if (plain === null) return { kind: 'unreadable' };
  const { decimal, group } = NUMBER_FORMS[language];
  const [own, other] = [readBy(plain, decimal), readBy(plain, group)];
  if (own !== null) {
    // The language's own decimal separator decides.
    const isClear = other === null || other === own || plain.includes(decimal);
    return isClear ? { kind: 'amount', decimal: own } : { kind: 'ambiguous', readings: [own, other] };
  }
  if (other === null) return { kind: 'unreadable' };
  const isGrouped = plain.includes(decimal);
  return isGrouped ? { kind: 'ambiguous', readings: [other] } : { kind: 'amount', decimal: other };
}

const GROUPED = /^[1-9]\d{0,2}(?<mark>[., '])\d{3}(?:\k<mark>\d{3})*$/;
const INDIAN = /^[1-9]\d?(?<mark>[, ])(?:\d{2}\k<mark>)+\d{3}$/;

/** Returns the plain decimal of a text by this decimal separator; null if it is none. */
function readBy(plain: string, decimal: string): string | null {
  const [whole = '', fraction = '', ...rest] = plain.split(decimal);
  if (rest.length > 0 || !/^\d*$/.test(fraction) || whole + fraction === '') return null;
  if (!/^\d*$/.test(whole) && !GROUPED.test(whole) && !INDIAN.test(whole)) return null;
  return decimalOf(whole.replace(/\D/g, ''), fraction);
}

/** Without zeros that change nothing. */
function decimalOf(whole: string, fraction: string): string {
  const shortWhole = whole.replace(/^0+(?=\d)/, '') || '0';
  const shortFraction = fraction.replace(/0+$/, '');
  return shortFraction === '' ? shortWhole : `${shortWhole}.${shortFraction}`;
}
