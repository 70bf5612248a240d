import { type AmountError, formatAmount, parseAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { shownLimit } from '@city-mint/domain/money/shown-limit';
import { useTranslations } from 'use-intl';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { isAmbiguous } from './entered-amount.ts';

export type AmountProblemCode =
  | AmountError
  | 'amount-missing'
  | 'amount-ambiguous'
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

/** Returns the problem of the entry of an `AmountField`, or null. The server checks it by its own rules. */
export function checkAmountText(text: string, limits: AmountLimits = {}): AmountProblem | null {
  if (text.trim() === '') return { code: 'amount-missing', limit: null };
  if (isAmbiguous(text)) return { code: 'amount-ambiguous', limit: null };
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
  'amount-ambiguous': 'ambiguous',
  'amount-missing': 'missing',
  'amount-format': 'format',
  'amount-too-precise': 'tooPrecise',
  'amount-too-large': 'tooLarge',
  'amount-not-positive': 'notPositive',
  'below-minimum': 'belowMinimum',
  'amount-over-limit': 'overLimit',
  'amount-over-available': 'overAvailable',
} as const satisfies Record<AmountProblemCode, string>;

/**
 * Returns a function that returns the text of an amount's problem, with the exceeded limit in this currency, rounded so
 * that it may be entered.
 */
export function useAmountProblemText(unit: string): (problem: AmountProblem) => string {
  const t = useTranslations('ui.amount');
  const language = useLanguageStore((state) => state.language);
  return ({ code, limit }) => {
    if (limit === null || code === 'amount-too-precise') return t(TEXT_KEYS[code], { limit: limit ?? '' });
    const rounding = code === 'below-minimum' ? 'up' : 'down';
    return t(TEXT_KEYS[code], { limit: shownLimit(limit, { language, unit, rounding }) });
  };
}
