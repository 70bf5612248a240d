import { sumAmounts, type TokenAmount, tokenAmount, ZERO } from './token-amount.ts';

/** The whole in basis points. */
export const WHOLE_BPS = 10_000;

/** Towards minus infinity or towards plus infinity. */
export type Rounding = 'down' | 'up';

/**
 * Returns `numerator / by`: the only division of money in the product, where callers name the rounding. Throws a
 * RangeError when the denominator is not above zero.
 */
export function divide(numerator: bigint, { by, rounding }: { by: bigint; rounding: Rounding }): bigint {
  if (by <= 0n) throw new RangeError(`division by ${by}`);
  const quotient = numerator / by;
  const remainder = numerator % by;
  if (rounding === 'down') return remainder < 0n ? quotient - 1n : quotient;
  return remainder > 0n ? quotient + 1n : quotient;
}

/**
 * Returns `total * bps / 10000`, rounded down. `bps` is a whole number from 0; above 10000 the share exceeds the total
 * (compensation times). Throws a RangeError for any other number. docs/money-rules.md#1-amounts
 */
export function floorShare(total: TokenAmount, bps: number): TokenAmount {
  return tokenAmount(divide(total * BigInt(bps), { by: BigInt(WHOLE_BPS), rounding: 'down' }));
}

/**
 * Returns each entry's share of `total` by weight, rounded down; unlike `splitByWeight` it leaves the remainder
 * undivided. All weights 0: all shares 0. docs/money-rules.md#1-amounts
 */
export function shareByWeight(total: TokenAmount, weights: readonly TokenAmount[]): TokenAmount[] {
  const by = sumAmounts(weights);
  if (by === 0n) return weights.map(() => ZERO);
  return weights.map((weight) => tokenAmount(divide(total * weight, { by, rounding: 'down' })));
}

/**
 * Splits `total` over the weights and returns shares that add up to it exactly: each `total * weight / sum of weights`
 * rounded down, and the remainder one base unit each to the first entries with a positive weight. All weights 0: all
 * shares 0. docs/money-rules.md#1-amounts
 */
export function splitByWeight(total: TokenAmount, weights: readonly TokenAmount[]): TokenAmount[] {
  const shares = shareByWeight(total, weights);
  // There are fewer units left than positive weights.
  let unitsLeft = total - sumAmounts(shares);
  return shares.map((share, index) => {
    if (unitsLeft === 0n || weights[index] === 0n) return share;
    unitsLeft -= 1n;
    return tokenAmount(share + 1n);
  });
}
