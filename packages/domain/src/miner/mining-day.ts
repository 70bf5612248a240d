import { shareByWeight } from '../money/division.ts';
import { smallestAmount, sumAmounts, type TokenAmount, tokenAmount } from '../money/token-amount.ts';

/** A UTC day, counted from 1970-01-01. */
export type UtcDay = number;

/** FMC of one day: `outputs` in the order of the hash rates; `left` is what the emission holds afterwards. */
export type MiningDay = {
  readonly emission: TokenAmount;
  readonly outputs: readonly TokenAmount[];
  readonly left: TokenAmount;
};

const DAY_MS = 86_400_000;

/**
 * What each machine that mines on a day gets: `min(dailyEmission, emission remaining)` by hash rate, rounded down; the
 * rest stays in the emission. docs/money-rules.md#7-hash-power-and-mining.
 */
export function mineDay(day: {
  dailyEmission: TokenAmount;
  emissionRemaining: TokenAmount;
  hashRates: readonly TokenAmount[];
}): MiningDay {
  const emission = smallestAmount(day.dailyEmission, day.emissionRemaining);
  const outputs = shareByWeight(emission, day.hashRates);
  return { emission, outputs, left: tokenAmount(day.emissionRemaining - sumAmounts(outputs)) };
}

/** The UTC day of a time in UTC milliseconds from 1970. */
export function utcDay(timeMs: number): UtcDay {
  return (timeMs - (timeMs % DAY_MS)) / DAY_MS;
}
