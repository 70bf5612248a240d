import { formatScaled, parseScaled } from './scaled-decimal.ts';

const SHOWN_DECIMALS = 4;

/**
 * A decimal string truncated (never rounded) to 4 decimals for display, without trailing zeros. Throws a RangeError for a
 * text that is no decimal number. rules.md section 1; money that moves is never taken from it.
 */
export function displayDecimal(text: string): string {
  return formatScaled(parseScaled(text), SHOWN_DECIMALS);
}
