import { type AmountError, formatAmount, parseAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { useTranslations } from 'use-intl';

export type AmountProblemCode =
  | AmountError
  | 'amount-missing'
  | 'amount-not-positive'
  | 'below-minimum'
  | 'amount-over-limit'
  | 'amount-over-available';

/** Limits of an entered amount, each a decimal string in whole units. */
export type AmountLimits = {
  readonly minimum?: string | undefined;
  readonly available?: string | undefined;
  /** The highest amount that a rule permits now. */
  readonly permitted?: string | undefined;
};

/** `limit`: the exceeded limit, exact; null if there is none. */
export type AmountProblem = { readonly code: AmountProblemCode; readonly limit: string | null };

/**
 * Returns an entered amount in the page's notation: full-width characters (１００．５, 5。5) as ASCII, no commas between
 * groups of three, "0" before a leading point. Any other comma stays, because it may mean a decimal point.
 */
export function normalizeAmountText(text: string): string {
  const ascii = text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[．。]/g, '.')
    .replace(/，/g, ',')
    .trim();
  const ungrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(ascii) ? ascii.replaceAll(',', '') : ascii;
  return ungrouped.startsWith('.') ? `0${ungrouped}` : ungrouped;
}

/** Returns the problem of an entered amount, or null. The server checks it by its own rules. */
export function checkAmountText(text: string, limits: AmountLimits = {}): AmountProblem | null {
  if (text.trim() === '') return { code: 'amount-missing', limit: null };
  const parsed = parseAmount(text.trim());
  if (!parsed.ok) return { code: parsed.error, limit: parsed.error === 'amount-too-precise' ? '18' : null };
  if (parsed.amount === 0n) return { code: 'amount-not-positive', limit: null };
  const minimum = limits.minimum === undefined ? null : unitsOf(limits.minimum);
  if (minimum !== null && parsed.amount < minimum) return { code: 'below-minimum', limit: formatAmount(minimum) };
  const available = limits.available === undefined ? null : unitsOf(limits.available);
  const permitted = limits.permitted === undefined ? null : unitsOf(limits.permitted);
  // If both limits are exceeded, name the lower one.
  if (permitted !== null && parsed.amount > permitted && (available === null || permitted < available))
    return { code: 'amount-over-limit', limit: formatAmount(permitted) };
  if (available !== null && parsed.amount > available)
    return { code: 'amount-over-available', limit: formatAmount(available) };
  return null;
}

const TEXT_KEYS = {
  'amount-missing': 'missing',
  'amount-format': 'format',
  'amount-too-precise': 'tooPrecise',
  'amount-too-large': 'tooLarge',
  'amount-not-positive': 'notPositive',
  'below-minimum': 'belowMinimum',
  'amount-over-limit': 'overLimit',
  'amount-over-available': 'overAvailable',
} as const satisfies Record<AmountProblemCode, string>;

/** Returns a function that returns the text of an amount's problem, with the exceeded limit. */
export function useAmountProblemText(): (problem: AmountProblem) => string {
  const t = useTranslations('ui.amount');
  return ({ code, limit }) => t(TEXT_KEYS[code], { limit: limit ?? '' });
}
