import { floorShare, shareByWeight } from '../money/division.ts';
import { sumAmounts, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';

/** `shares` in the order of the weights; `left` is what the pool holds afterwards. */
export type PoolRelease = {
  readonly release: TokenAmount;
  readonly shares: readonly TokenAmount[];
  readonly left: TokenAmount;
};

/**
 * What a pool pays on one UTC day: `floorShare(pool, dailyReleaseBps)`, shared by weight and rounded down; the rest
 * stays in the pool. Without a positive weight nothing is released. Weights are whole numbers from 0.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export function releasePool(day: {
  pool: TokenAmount;
  dailyReleaseBps: number;
  weights: readonly number[];
}): PoolRelease {
  const isShared = day.weights.some((weight) => weight > 0);
  const release = isShared ? floorShare(day.pool, day.dailyReleaseBps) : ZERO;
  const shares = shareByWeight(
    release,
    day.weights.map((weight) => tokenAmount(BigInt(weight))),
  );
  return { release, shares, left: tokenAmount(day.pool - sumAmounts(shares)) };
}
