import { type TokenAmount, tokenAmount, UNIT_DECIMALS } from './token-amount.ts';

/** Why a text is not an amount, in checking order. */
export const AMOUNT_ERRORS = ['amount-format', 'amount-too-precise', 'amount-too-large'] as const;
export type AmountError = (typeof AMOUNT_ERRORS)[number];

export type ParsedAmount = { ok: true; amount: TokenAmount } | { ok: false; error: AmountError };

const PLAIN_DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;
const MAXIMUM_DIGITS = 78;

/**
 * Returns the base units of an amount in whole units, or an error: a string of ASCII digits with at most 18 decimals
 * and at most 78 digits of base units. No sign, exponent, space, separator, leading zero or bare point, and never a
 * number: `amount-format`. `"0"` is an amount; that a join must be positive is a rule, not a format.
 * docs/money-rules.md#1-amounts.
 */
export function parseAmount(text: unknown): ParsedAmount {
  if (typeof text !== 'string') return { ok: false, error: 'amount-format' };
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) return { ok: false, error: 'amount-format' };
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > UNIT_DECIMALS) return { ok: false, error: 'amount-too-precise' };
  if (whole.length + UNIT_DECIMALS > MAXIMUM_DIGITS) return { ok: false, error: 'amount-too-large' };
  return { ok: true, amount: tokenAmount(BigInt(whole + fraction.padEnd(UNIT_DECIMALS, '0'))) };
}

/**
 * Returns the base units of an amount that the system wrote, as replies and stored figures have it: one that
 * `parseAmount` reads. Throws a TypeError for any other text, which is a fault, never a refusal.
 */
export function unitsOf(text: string): TokenAmount {
  const parsed = parseAmount(text);
  if (!parsed.ok) throw new TypeError(`not an amount: ${text}`);
  return parsed.amount;
}

/** Returns the base units of an amount that the system wrote and that may be negative. Throws like `unitsOf`. */
export function signedUnitsOf(text: string): bigint {
  return text.startsWith('-') ? -unitsOf(text.slice(1)) : unitsOf(text);
}

/** Returns the exact sum of texts in whole units, each of which may have a minus sign; "0" of none. */
export function sumOfTexts(texts: readonly string[]): string {
  return formatAmount(texts.reduce((sum, text) => sum + signedUnitsOf(text), 0n));
}

/**
 * Returns the exact amount in whole units as a decimal string, without trailing zeros: 1500000000000000000 → "1.5". A
 * balance below zero (only of custody) carries a minus sign. docs/money-rules.md#1-amounts.
 */
export function formatAmount(amount: bigint): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(UNIT_DECIMALS + 1, '0');
  const whole = digits.slice(0, -UNIT_DECIMALS);
  const fraction = digits.slice(-UNIT_DECIMALS).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,77})$/;

/**
 * Parses an amount from a string of base units, as in settlement files and terms: digits only, no leading zero, at most
 * 78 digits. Returns undefined for anything else, including a JSON number. docs/money-rules.md#6-the-settlement-file
 */
export function parseBaseUnits(text: unknown): TokenAmount | undefined {
  if (typeof text !== 'string' || !WHOLE_NUMBER.test(text)) return undefined;
  return tokenAmount(BigInt(text));
}
