import { formatAmount } from './amount-text.ts';
import { divide } from './division.ts';

const SHOWN_DECIMALS = 4;
/** Decimals of sums, products and quotients that are shown. */
const CALCULATED_DECIMALS = 10;

/**
 * Returns a decimal string truncated (never rounded) to 4 decimals for display, without trailing zeros. Throws a
 * RangeError for a text that is not a decimal number. Never used for money that moves: docs/money-rules.md#1-amounts
 */
export function displayDecimal(text: string): string {
  return formatScaled(parseScaled(text), SHOWN_DECIMALS);
}

/** Returns an amount of base units in whole units for display, as `displayDecimal` does. */
export function displayAmount(amount: bigint): string {
  return displayDecimal(formatAmount(amount));
}

/** Returns `a + b` of two decimal strings for display, truncated to 10 decimals; errors as in `displayDecimal`. */
export function displayAdd(a: string, b: string): string {
  const left = parseScaled(a);
  const right = parseScaled(b);
  const digits = left.digits * 10n ** BigInt(right.scale) + right.digits * 10n ** BigInt(left.scale);
  return formatScaled({ digits, scale: left.scale + right.scale }, CALCULATED_DECIMALS);
}

/** Returns `a × b` of two decimal strings for display, truncated to 10 decimals; errors as in `displayDecimal`. */
export function displayMultiply(a: string, b: string): string {
  const left = parseScaled(a);
  const right = parseScaled(b);
  return formatScaled({ digits: left.digits * right.digits, scale: left.scale + right.scale }, CALCULATED_DECIMALS);
}

/**
 * Returns `a / b` of two decimal strings for display, truncated to 10 decimals. Throws a RangeError for a divisor of 0
 * too.
 */
export function displayDivide(a: string, b: string): string {
  const left = parseScaled(a);
  const right = parseScaled(b);
  const isNegative = left.digits < 0n !== right.digits < 0n;
  const numerator = magnitude(left.digits) * 10n ** BigInt(CALCULATED_DECIMALS + right.scale);
  const by = magnitude(right.digits) * 10n ** BigInt(left.scale);
  const quotient = divide(numerator, { by, rounding: 'down' });
  return formatScaled({ digits: isNegative ? -quotient : quotient, scale: CALCULATED_DECIMALS }, CALCULATED_DECIMALS);
}

/** The number `digits / 10^scale`, exact. */
type ScaledDecimal = { readonly digits: bigint; readonly scale: number };

const PLAIN_DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/** Reads a plain decimal string, a minus sign allowed. Throws a RangeError for any other text. */
function parseScaled(text: string): ScaledDecimal {
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) throw new RangeError(`no decimal number: ${JSON.stringify(text)}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

/** Writes the number truncated towards zero to `decimals` decimals, without trailing zeros. */
function formatScaled({ digits, scale }: ScaledDecimal, decimals: number): string {
  const allDigits = magnitude(digits)
    .toString()
    .padStart(scale + 1, '0');
  const whole = allDigits.slice(0, allDigits.length - scale);
  const fraction = allDigits
    .slice(allDigits.length - scale)
    .slice(0, decimals)
    .replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return digits < 0n && text !== '0' ? `-${text}` : text;
}

function magnitude(digits: bigint): bigint {
  return digits < 0n ? -digits : digits;
}
