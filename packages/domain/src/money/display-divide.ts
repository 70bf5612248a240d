import { divide } from './divide.ts';
import { formatScaled, parseScaled } from './scaled-decimal.ts';

const DISPLAY_DECIMALS = 10;

/**
 * `a / b` of two decimal strings for display, truncated to 10 decimals. Throws a RangeError for a text that is no decimal
 * number and for a divisor of 0. Spec section 9; money that moves is never taken from it.
 */
export function displayDivide(a: string, b: string): string {
  const left = parseScaled(a);
  const right = parseScaled(b);
  const negative = left.digits < 0n !== right.digits < 0n;
  const numerator = magnitude(left.digits) * 10n ** BigInt(DISPLAY_DECIMALS + right.scale);
  const by = magnitude(right.digits) * 10n ** BigInt(left.scale);
  const quotient = divide(numerator, { by, rounding: 'down' });
  return formatScaled({ digits: negative ? -quotient : quotient, scale: DISPLAY_DECIMALS }, DISPLAY_DECIMALS);
}

function magnitude(digits: bigint): bigint {
  return digits < 0n ? -digits : digits;
}
