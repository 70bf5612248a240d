import { divide } from '../money/division.ts';

/** What the pool keeps of the amount sold: 3 of 1,000. */
const POOL_FEE_BPS = 30n;
const ALL_BPS = 10_000n;

/** Returns the pool's fee in base units of the currency sold, rounded down. */
export function poolFee(sold: bigint): bigint {
  return divide(sold * POOL_FEE_BPS, { by: ALL_BPS, rounding: 'down' });
}

/**
 * Returns how much less than received the user would have accepted, in basis points of what was received, rounded down.
 */
export function slippageLimitBps({
  received,
  minimum,
}: {
  readonly received: bigint;
  readonly minimum: bigint;
}): number {
  return Number(divide((received - minimum) * ALL_BPS, { by: received, rounding: 'down' }));
}

/** What a call of the router asked for: the least to receive, in base units, and the tokens that the swap goes by. */
export type RoutedSwap = { readonly minimum: bigint; readonly path: readonly string[] };

/** Returns the least that a swap in this pool alone had to pay out; null for one that goes by other pools, too. */
export function minimumReceived({ minimum, path }: RoutedSwap): bigint | null {
  return path.length === 2 ? minimum : null;
}
