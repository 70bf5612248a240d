import { type AmountError, formatAmount, parseAmount } from '@city-mint/domain/money/amount-text';

export type AmountTextError =
  | AmountError
  | 'amount-missing'
  | 'amount-not-positive'
  | 'below-minimum'
  | 'amount-over-available';

/** Limits of an entered amount, each a decimal string in whole units. */
export type AmountLimits = { readonly minimum?: string | undefined; readonly available?: string | undefined };

export type AmountTextProblem = { readonly error: AmountTextError; readonly limit: string | null };

/** What is wrong with an amount as it was typed, with the limit it broke; null = nothing. The server checks again by its own rules. */
export function checkAmountText(text: string, limits: AmountLimits = {}): AmountTextProblem | null {
  if (text.trim() === '') return { error: 'amount-missing', limit: null };
  const parsed = parseAmount(text.trim());
  if (!parsed.ok) return { error: parsed.error, limit: parsed.error === 'amount-too-precise' ? '18' : null };
  if (parsed.amount === 0n) return { error: 'amount-not-positive', limit: null };
  const minimum = unitsOf(limits.minimum);
  if (minimum !== null && parsed.amount < minimum) return { error: 'below-minimum', limit: formatAmount(minimum) };
  const available = unitsOf(limits.available);
  if (available !== null && parsed.amount > available)
    return { error: 'amount-over-available', limit: formatAmount(available) };
  return null;
}

function unitsOf(text: string | undefined): bigint | null {
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.amount : null;
}
