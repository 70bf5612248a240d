/** Towards minus infinity or towards plus infinity. */
export type Rounding = 'down' | 'up';

/**
 * The one division of whole numbers in the product; the caller names the rounding. Throws a RangeError when the
 * denominator is not above zero.
 */
export function divide(numerator: bigint, { by, rounding }: { by: bigint; rounding: Rounding }): bigint {
  if (by <= 0n) throw new RangeError(`division by ${by}`);
  const quotient = numerator / by;
  const remainder = numerator % by;
  if (rounding === 'down') return remainder < 0n ? quotient - 1n : quotient;
  return remainder > 0n ? quotient + 1n : quotient;
}
