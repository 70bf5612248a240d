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
  return weights.map((_weight, index) => sharesAt(index)[0] ?? ZERO);
}

/** Weights by index: a list, or what is computed from columns. */
export type Weights = Pick<readonly TokenAmount[], 'length' | 'at'>;

/**
 * Returns the function that computes the share of the entry at an index in each total, as `splitByWeight` has it. A
 * weight may be costly: it is read once for all totals.
 */
export function splitLazily(totals: readonly TokenAmount[], weights: Weights): (index: number) => TokenAmount[] {
  const weightAt = (index: number) => weights.at(index) ?? ZERO;
  let by = 0n;
  for (let index = 0; index < weights.length; index += 1) by += weightAt(index);
  if (by === 0n) return () => totals.map(() => ZERO);
  const roundedDown = (total: bigint, weight: bigint) => divide(total * weight, { by, rounding: 'down' });
  // There are fewer units left than positive weights.
  const unitsLeft: bigint[] = [...totals];
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weightAt(index);
    for (const [of, total] of totals.entries()) unitsLeft[of] = (unitsLeft[of] ?? 0n) - roundedDown(total, weight);
  }
  const firstWithout = unitsLeft.map((units) => {
    let index = 0;
    for (let left = units; left > 0n; index += 1) if (weightAt(index) > 0n) left -= 1n;
    return index;
  });
  return (index) => {
    const weight = weightAt(index);
    return totals.map((total, of) => {
      const hasUnit = weight > 0n && index < (firstWithout[of] ?? 0);
      return tokenAmount(roundedDown(total, weight) + (hasUnit ? 1n : 0n));
    });
  };
}
