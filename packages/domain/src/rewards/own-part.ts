import { type DayLimits, dayEmission } from '../miner/mining-day.ts';
import { divide, floorShare } from '../money/division.ts';
import { sumAmounts, type TokenAmount, tokenAmount } from '../money/token-amount.ts';

/** The figures of a pool's day for one participant; JU in base units. */
export type OwnPoolDay = {
  /** What the day before left in the pool, and the fees since then. */
  readonly left: TokenAmount;
  readonly fees: TokenAmount;
  readonly releaseBps: number;
  readonly rankWeight: number;
  readonly attributed: TokenAmount;
  /** The sum of rank weight times attributed amount over everyone. */
  readonly weights: TokenAmount;
};

/**
 * Returns a pool's release and the part of one participant on a day, rounded down, as `releasePool` computes them for
 * everyone; null if the participant's weight is not within the sum of all. docs/money-rules.md#8-team-nodes-levels
 */
export function ownPoolPart(day: OwnPoolDay): { readonly release: TokenAmount; readonly part: TokenAmount } | null {
  const weight = day.attributed * BigInt(day.rankWeight);
  if (weight <= 0n || weight > day.weights) return null;
  const release = floorShare(tokenAmount(day.left + day.fees), day.releaseBps);
  return { release, part: tokenAmount(divide(release * weight, { by: day.weights, rounding: 'down' })) };
}

/** The figures of a mining day for one participant: the machines by their hash rates; base units. */
export type OwnMiningDay = DayLimits & {
  readonly networkHashRate: TokenAmount;
  readonly machines: readonly { readonly hashRate: TokenAmount; readonly count: number }[];
};

/**
 * Returns the emission of a mining day and the output of one participant's machines, each rounded down, as `mineDay`
 * computes them for all machines; null if their hash rate is not within that of all.
 * docs/money-rules.md#7-hash-power-and-mining
 */
export function ownMined(day: OwnMiningDay): { readonly emission: TokenAmount; readonly part: TokenAmount } | null {
  const { machines, networkHashRate: by } = day;
  const own = sumAmounts(machines.map(({ hashRate, count }) => tokenAmount(hashRate * BigInt(count))));
  if (own <= 0n || own > by) return null;
  const emission = dayEmission(day, by);
  const outputs = machines.map(({ hashRate, count }) =>
    tokenAmount(divide(emission * hashRate, { by, rounding: 'down' }) * BigInt(count)),
  );
  return { emission, part: sumAmounts(outputs) };
}
