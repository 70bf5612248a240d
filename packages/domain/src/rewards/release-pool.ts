import { floorShare, shareByWeight } from '../money/division.ts';
import { sumAmounts, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';

/** `shares` in the order of the weights; `left` is the remaining pool. */
export type PoolRelease = {
  readonly release: TokenAmount;
  readonly shares: readonly TokenAmount[];
  readonly left: TokenAmount;
};

/**
 * Returns the payments of a pool on one UTC day: `floorShare(pool, dailyReleaseBps)`, shared by weight and rounded
 * down; the remainder stays in the pool. Without a positive weight nothing is released. A weight is the weight of a
 * rank times the amount attributed to the user in the last 30 UTC days, a whole number from 0.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export function releasePool(day: {
  pool: TokenAmount;
  dailyReleaseBps: number;
  weights: readonly bigint[];
}): PoolRelease {
  const isShared = day.weights.some((weight) => weight > 0n);
  const release = isShared ? floorShare(day.pool, day.dailyReleaseBps) : ZERO;
  const shares = shareByWeight(release, day.weights.map(tokenAmount));
  return { release, shares, left: tokenAmount(day.pool - sumAmounts(shares)) };
}
