import { smallestAmount, type TokenAmount } from '../money/token-amount.ts';
import type { Terms } from './terms.ts';

/**
 * The actual participation amount: the requested amount, cut at the rest of the quota and of the wallet's maximum; 0
 * when either has no rest. docs/money-rules.md#4-join.
 */
export function acceptedAmount(
  round: Pick<Terms, 'quota' | 'walletMaximum'> & { readonly filled: TokenAmount },
  request: { readonly amount: TokenAmount; readonly alreadyJoined: TokenAmount },
): TokenAmount {
  const withinQuota = smallestAmount(request.amount, round.quota - round.filled);
  if (round.walletMaximum === 0n) return withinQuota;
  return smallestAmount(withinQuota, round.walletMaximum - request.alreadyJoined);
}
