import { divide } from './divide.ts';
import { sumAmounts } from './sum-amounts.ts';
import { type TokenAmount, tokenAmount, ZERO } from './token-amount.ts';

/**
 * What each entry gets of `total` by its weight, rounded down; unlike `splitByWeight` nobody gets the few units left over.
 * All weights 0: nothing is given out. rules.md sections 7 and 8.
 */
export function shareByWeight(total: TokenAmount, weights: readonly TokenAmount[]): TokenAmount[] {
  const by = sumAmounts(weights);
  if (by === 0n) return weights.map(() => ZERO);
  return weights.map((weight) => tokenAmount(divide(total * weight, { by, rounding: 'down' })));
}
