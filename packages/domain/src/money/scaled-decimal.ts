/** The number `digits / 10^scale`, exact. */
export type ScaledDecimal = { readonly digits: bigint; readonly scale: number };

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/** Reads a plain decimal string, a minus sign allowed. Throws a RangeError for any other text. */
export function parseScaled(text: string): ScaledDecimal {
  const match = DECIMAL.exec(text);
  if (match === null) throw new RangeError(`no decimal number: ${JSON.stringify(text)}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

/** Writes the number truncated towards zero to `decimals` decimals, without trailing zeros. */
export function formatScaled({ digits, scale }: ScaledDecimal, decimals: number): string {
  const magnitude = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = magnitude.slice(0, magnitude.length - scale);
  const fraction = magnitude
    .slice(magnitude.length - scale)
    .slice(0, decimals)
    .replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return digits < 0n && text !== '0' ? `-${text}` : text;
}
