import { floorShare } from '../money/division.ts';
import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';
import type { Stages } from './terms.ts';

/**
 * Divides the FMC of a round into its three stages; the third takes what rounding left.
 * docs/money-rules.md#5-settlement.
 */
export function mintStages(minted: TokenAmount, stageBps: Stages<number>): Stages<TokenAmount> {
  const first = floorShare(minted, stageBps[0]);
  const second = floorShare(minted, stageBps[1]);
  return [first, second, tokenAmount(minted - first - second)];
}
