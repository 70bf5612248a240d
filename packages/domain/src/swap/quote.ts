import { divide } from '../money/division.ts';

/** A pool's reserves of the currency that it buys and of the one that it pays out, in base units. */
export type Reserves = { readonly sold: bigint; readonly received: bigint };

/** The two amounts of a swap, in base units. */
export type SwapAmounts = { readonly sold: bigint; readonly received: bigint };

/** Of the amount sold, 997 of 1,000 take part in the exchange; the rest is the pool's fee. */
const EXCHANGED = 997n;
const WHOLE = 1_000n;
const ALL_BPS = 10_000n;

/**
 * Returns the amount that the pool pays out for exactly this amount, in base units, rounded down as in
 * UniswapV2Library's `getAmountOut`; null when there is nothing to sell or the pool is empty.
 */
export function amountReceived(sold: bigint, reserves: Reserves): bigint | null {
  if (sold <= 0n || reserves.sold <= 0n || reserves.received <= 0n) return null;
  const exchanged = sold * EXCHANGED;
  return divide(exchanged * reserves.received, { by: reserves.sold * WHOLE + exchanged, rounding: 'down' });
}

/**
 * Returns the amount to sell to receive exactly this amount, in base units, as UniswapV2Library's `getAmountIn`:
 * rounded down, and one unit more; null when there is nothing to receive or the pool does not hold more than that.
 */
export function amountSold(received: bigint, reserves: Reserves): bigint | null {
  if (received <= 0n || reserves.sold <= 0n || received >= reserves.received) return null;
  const by = (reserves.received - received) * EXCHANGED;
  return divide(reserves.sold * received * WHOLE, { by, rounding: 'down' }) + 1n;
}

/**
 * Returns how much less a swap pays out than the pool's price before it would, without the fee, in basis points,
 * rounded up: the price impact of the swap. Both amounts are above zero.
 */
export function priceImpactBps({ sold, received }: SwapAmounts, reserves: Reserves): number {
  const exchanged = sold * EXCHANGED;
  const atPrice = exchanged * reserves.received;
  const lost = atPrice - received * WHOLE * reserves.sold;
  if (lost <= 0n) return 0;
  return Number(divide(lost * ALL_BPS, { by: atPrice, rounding: 'up' }));
}

/** Returns the least to accept in place of a quoted amount, with this limit of slippage; rounded up, for the user. */
export function leastReceived(quoted: bigint, limitBps: number): bigint {
  return divide(quoted * (ALL_BPS - BigInt(limitBps)), { by: ALL_BPS, rounding: 'up' });
}

/** Returns the most to sell in place of a quoted amount, with this limit of slippage; rounded down, for the user. */
export function mostSold(quoted: bigint, limitBps: number): bigint {
  return divide(quoted * (ALL_BPS + BigInt(limitBps)), { by: ALL_BPS, rounding: 'down' });
}
