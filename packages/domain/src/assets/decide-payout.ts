import { floorShare } from '../money/division.ts';
import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';

/** The accounts of the operator's earnings: from successes (shares of fees), and from failures (losses). */
export const PAYOUT_SOURCES = ['treasury', 'launch-costs'] as const;
export type PayoutSource = (typeof PAYOUT_SOURCES)[number];

/** The share of an account that may leave it in 24 hours, in bps. */
export const PAYOUT_SHARE_BPS = 2_500;

/**
 * Returns the amount that may still leave an account today, in base units, rounded down. Payouts of the last 24 hours
 * count.
 */
export function payoutLeft({ balance, paidInDay }: { balance: TokenAmount; paidInDay: TokenAmount }): TokenAmount {
  const left = floorShare(tokenAmount(balance + paidInDay), PAYOUT_SHARE_BPS) - paidInDay;
  return tokenAmount(left > 0n ? left : 0n);
}
