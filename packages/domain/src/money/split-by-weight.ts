import { divide } from './divide.ts';
import { type TokenAmount, tokenAmount, ZERO } from './token-amount.ts';

/**
 * Splits `total` over the weights: each entry gets `total * weight / sum of weights` rounded down, and what is left over
 * goes out one base unit each to the first entries with a positive weight. The shares sum to `total` exactly; when every
 * weight is 0 nothing is given out. rules.md section 1.
 */
export function splitByWeight(total: TokenAmount, weights: readonly TokenAmount[]): TokenAmount[] {
  const sum = weights.reduce<bigint>((all, weight) => all + weight, 0n);
  if (sum === 0n || total === 0n) return weights.map(() => ZERO);
  const shares = weights.map((weight) => divide(total * weight, { by: sum, rounding: 'down' }));
  let left = shares.reduce<bigint>((rest, share) => rest - share, total);
  return shares.map((share, index) => {
    if (left === 0n || weights[index] === 0n) return tokenAmount(share);
    left -= 1n;
    return tokenAmount(share + 1n);
  });
}
