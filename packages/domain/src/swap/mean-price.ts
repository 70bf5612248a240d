import { divide } from '../money/division.ts';

/** A price is JU for one FMC times ten to the power of this. */
export const PRICE_DECIMALS = 36;

/**
 * The accumulated price of the pool up to a moment: the sum of each price (times 10^36) times the milliseconds that it
 * held, the milliseconds in which there was one, and how often the pool changed.
 */
export type PriceMark = {
  /** UTC milliseconds. */
  readonly at: number;
  readonly weighted: bigint;
  readonly pricedMs: number;
  readonly changes: number;
};

/**
 * Returns the mean price between two moments, each price weighted by the time that it held, times 10^36 and rounded
 * down; null unless there was a price all the time: then the window is not whole. A trade that is undone in the next
 * block weighs no more than that block's time.
 */
export function meanPrice(from: PriceMark | null, to: PriceMark | null): bigint | null {
  if (from === null || to === null || to.at <= from.at) return null;
  const ms = to.at - from.at;
  if (to.pricedMs - from.pricedMs !== ms) return null;
  return divide(to.weighted - from.weighted, { by: BigInt(ms), rounding: 'down' });
}

const ALL_BPS = 10_000n;

/**
 * Returns the change from one price to another in basis points, rounded towards zero and at most 2^53 - 1; null without
 * both, or from nothing.
 */
export function priceChangeBps(before: bigint | null, after: bigint | null): number | null {
  if (before === null || after === null || before === 0n) return null;
  const moved = after > before ? after - before : before - after;
  const bps = divide(moved * ALL_BPS, { by: before, rounding: 'down' });
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  const limited = Number(bps > most ? most : bps);
  return after < before && limited > 0 ? -limited : limited;
}
