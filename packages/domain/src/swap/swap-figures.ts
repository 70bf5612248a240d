import { divide } from '../money/division.ts';

/** The share of the amount sold that the pool keeps: 3 of 1,000. */
const POOL_FEE_BPS = 30n;
const ALL_BPS = 10_000n;
const UNIT = 10n ** 18n;

/** Returns the pool's fee in base units of the currency sold, rounded down. */
export function poolFee(sold: bigint): bigint {
  return divide(sold * POOL_FEE_BPS, { by: ALL_BPS, rounding: 'down' });
}

/** Returns the JU for one FMC in a swap of these amounts, in base units, rounded down; `fmc` is above zero. */
export function swapPrice({ ju, fmc }: { readonly ju: bigint; readonly fmc: bigint }): bigint {
  return divide(ju * UNIT, { by: fmc, rounding: 'down' });
}

/**
 * The amounts of a router call, in base units: one of both amounts is exact, the other the most to sell or the
 * least to receive; and the tokens that the swap goes by.
 */
export type RoutedSwap = {
  readonly exact: 'sold' | 'received';
  readonly sold: bigint;
  readonly received: bigint;
  readonly path: readonly string[];
};

/** The least to receive and the most to sell that a call named for this pool, in base units; null where none. */
export type SwapBounds = { readonly minimumReceived: bigint | null; readonly maximumSold: bigint | null };

/** Returns the bounds that a call sets for a swap in this pool; none for a route through other pools, too. */
export function swapBounds(call: RoutedSwap | undefined): SwapBounds {
  if (call?.path.length !== 2) return { minimumReceived: null, maximumSold: null };
  return call.exact === 'sold'
    ? { minimumReceived: call.received, maximumSold: null }
    : { minimumReceived: null, maximumSold: call.sold };
}
