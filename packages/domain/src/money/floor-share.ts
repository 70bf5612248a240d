import { divide } from './divide.ts';
import { type TokenAmount, tokenAmount } from './token-amount.ts';

/**
 * `total * bps / 10000`, rounded down. rules.md section 1. `bps` is a whole number from 0; above 10000 the share is more
 * than the total (compensation times). Throws a RangeError for any other number.
 */
export function floorShare(total: TokenAmount, bps: number): TokenAmount {
  return tokenAmount(divide(total * BigInt(bps), { by: 10_000n, rounding: 'down' }));
}
