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
  // Cheaper than a second division.
  const remainder = numerator - quotient * by;
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
  const sharesAt = splitLazily([total], weights);
  return weights.map((_weight, index) => sharesAt(index)(0));
}

/** Weights by index: a list, or what is computed from columns. */
export type Weights = Pick<readonly TokenAmount[], 'length' | 'at'>;

/** Returns the share of an entry in the total at an index. Throws a RangeError for an index without a total. */
export type SharesOfEntry = (of: number) => TokenAmount;

/**
 * Returns the function that computes the shares of the entry at an index in several totals, each as `splitByWeight` has
 * it. Weights may be costly: each is read as seldom for several totals as for one.
 */
export function splitLazily(totals: readonly TokenAmount[], weights: Weights): (index: number) => SharesOfEntry {
  const weightAt = (index: number) => weights.at(index) ?? ZERO;
  let by = 0n;
  for (let index = 0; index < weights.length; index += 1) by += weightAt(index);
  const roundedDown = (total: bigint, weight: bigint) => divide(total * weight, { by, rounding: 'down' });
  // There are fewer units left than positive weights.
  const unitsLeft: bigint[] = totals.map((total) => (by === 0n ? 0n : total));
  for (let index = 0; by > 0n && index < weights.length; index += 1) {
    const weight = weightAt(index);
    for (const [of, total] of totals.entries()) unitsLeft[of] = (unitsLeft[of] ?? 0n) - roundedDown(total, weight);
  }
  const firstWithout = totals.map(() => 0);
  for (let index = 0; unitsLeft.some((left) => left > 0n); index += 1) {
    const unit = weightAt(index) > 0n ? 1n : 0n;
    for (const [of, left] of unitsLeft.entries()) {
      if (left === 0n) continue;
      unitsLeft[of] = left - unit;
      firstWithout[of] = index + 1;
    }
  }
  return (index) => {
    const weight = weightAt(index);
    return (of) => {
      const [total, end] = [totals[of], firstWithout[of]];
      if (total === undefined || end === undefined) throw new RangeError(`no total ${of} of ${totals.length}`);
      if (by === 0n) return ZERO;
      return tokenAmount(roundedDown(total, weight) + (weight > 0n && index < end ? 1n : 0n));
    };
  };
}
