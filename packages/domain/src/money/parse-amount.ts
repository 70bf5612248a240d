import { type TokenAmount, tokenAmount, UNIT_DECIMALS } from './token-amount.ts';

/** Why a text is no amount, in checking order. */
export const AMOUNT_ERRORS = ['amount-format', 'amount-too-precise', 'amount-too-large'] as const;
export type AmountError = (typeof AMOUNT_ERRORS)[number];

export type ParsedAmount = { ok: true; amount: TokenAmount } | { ok: false; error: AmountError };

const PLAIN_DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;
const MAXIMUM_DIGITS = 78;

/**
 * Reads an amount in whole units from the wire: a string of ASCII digits with at most 18 decimals and at most 78 digits of
 * base units. No sign, exponent, space, separator, leading zero or bare point, and never a number: `amount-format`. `"0"` is
 * an amount; that a join must be positive is a rule, not a format. rules.md section 1.
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
