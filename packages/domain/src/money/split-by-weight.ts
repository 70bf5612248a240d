import { shareByWeight } from './share-by-weight.ts';
import { sumAmounts } from './sum-amounts.ts';
import { type TokenAmount, tokenAmount } from './token-amount.ts';

/**
 * Splits `total` over the weights: each entry gets `total * weight / sum of weights` rounded down, and what is left over
 * goes out one base unit each to the first entries with a positive weight. The shares sum to `total` exactly; when every
 * weight is 0 nothing is given out. rules.md section 1.
 */
export function splitByWeight(total: TokenAmount, weights: readonly TokenAmount[]): TokenAmount[] {
  const shares = shareByWeight(total, weights);
  // Fewer units than there are positive weights; with no positive weight the units go to nobody below.
  let left = total - sumAmounts(shares);
  return shares.map((share, index) => {
    if (left === 0n || weights[index] === 0n) return share;
    left -= 1n;
    return tokenAmount(share + 1n);
  });
}
