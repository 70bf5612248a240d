import { divide, shareByWeight } from '../money/division.ts';
import { smallestAmount, sumAmounts, type TokenAmount, tokenAmount } from '../money/token-amount.ts';
import { DAY_MS } from '../time/durations.ts';

/** A UTC day, counted from 1970-01-01. */
export type UtcDay = number;

/** FMC of one day: `outputs` in the order of the hash rates; `left` is the remaining emission. */
export type MiningDay = {
  readonly emission: TokenAmount;
  readonly outputs: readonly TokenAmount[];
  readonly left: TokenAmount;
};

/** The limits of a mining day: its settings and the remaining emission; base units. */
export type DayLimits = {
  readonly dailyEmission: TokenAmount;
  /** The hash power from which a day releases all of `dailyEmission`; above 0. */
  readonly fullHash: TokenAmount;
  readonly emissionRemaining: TokenAmount;
};

/**
 * Returns the FMC (base units) that a day with this much hash power (`H`, base units) releases: `D = min(dailyEmission,
 * emission remaining)`, and of that `D * min(H, fullHash) / fullHash`, rounded down. Throws a RangeError for a
 * `fullHash` of 0. docs/money-rules.md#7-hash-power-and-mining
 */
export function dayEmission(limits: DayLimits, hashPower: TokenAmount): TokenAmount {
  const most = smallestAmount(limits.dailyEmission, limits.emissionRemaining);
  const counted = smallestAmount(hashPower, limits.fullHash);
  return tokenAmount(divide(most * counted, { by: limits.fullHash, rounding: 'down' }));
}

/**
 * Returns what each machine that mines on a day receives: `dayEmission` by hash rate, rounded down; the remainder stays
 * in the emission. docs/money-rules.md#7-hash-power-and-mining
 */
export function mineDay(day: DayLimits & { readonly hashRates: readonly TokenAmount[] }): MiningDay {
  const emission = dayEmission(day, sumAmounts(day.hashRates));
  const outputs = shareByWeight(emission, day.hashRates);
  return { emission, outputs, left: tokenAmount(day.emissionRemaining - sumAmounts(outputs)) };
}

/** The UTC day of a time in UTC milliseconds from 1970. */
export function utcDay(timeMs: number): UtcDay {
  return (timeMs - (timeMs % DAY_MS)) / DAY_MS;
}
