import { formatScaled, parseScaled } from './scaled-decimal.ts';

const DISPLAY_DECIMALS = 10;

/**
 * `a + b` of two decimal strings for display, truncated to 10 decimals. Throws a RangeError for a text that is no decimal
 * number. Spec section 9; money that moves is never taken from it.
 */
export function displayAdd(a: string, b: string): string {
  const left = parseScaled(a);
  const right = parseScaled(b);
  const digits = left.digits * 10n ** BigInt(right.scale) + right.digits * 10n ** BigInt(left.scale);
  return formatScaled({ digits, scale: left.scale + right.scale }, DISPLAY_DECIMALS);
}
