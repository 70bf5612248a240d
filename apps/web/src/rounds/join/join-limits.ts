import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { smallestAmount, ZERO } from '@city-mint/domain/money/token-amount';

type JoinLimitsInput = {
  readonly round: {
    readonly quota: string;
    readonly filled: string;
    readonly minimum: string;
    readonly walletMaximum: string;
  };
  /** JU available; null while unknown. */
  readonly available: string | null;
  /** Amount that the wallet has already put into the round; 0 by default. */
  readonly joined?: string;
};

/** Exact decimal strings in whole units. */
export type JoinLimits = {
  readonly minimum: string;
  readonly maximum: string;
  readonly left: string;
  /** The limit that sets the maximum. */
  readonly limitedBy: 'balance' | 'wallet' | 'quota';
};

/**
 * Returns the limits of one order: at least the minimum, or the remaining quota if that is smaller; at most the
 * available balance, the remaining quota, and the rest of the wallet maximum (0: none). See docs/money-rules.md#4-join.
 */
export function joinLimits({ round, available, joined = '0' }: JoinLimitsInput): JoinLimits {
  const quota = unitsOf(round.quota);
  const left = smallestAmount(quota, quota - unitsOf(round.filled));
  const walletMaximum = unitsOf(round.walletMaximum);
  const caps = [
    { limitedBy: 'quota', cap: left },
    ...(walletMaximum > 0n
      ? [{ limitedBy: 'wallet', cap: smallestAmount(walletMaximum, walletMaximum - unitsOf(joined)) } as const]
      : []),
    ...(available === null ? [] : [{ limitedBy: 'balance', cap: unitsOf(available) } as const]),
  ] as const;
  const { limitedBy, cap } = caps.reduce((least, other) => (other.cap < least.cap ? other : least));
  return {
    minimum: formatAmount(smallestAmount(unitsOf(round.minimum), left)),
    maximum: formatAmount(cap > 0n ? cap : ZERO),
    left: formatAmount(left),
    limitedBy,
  };
}

/** The hint below an amount: its range, the minimum if it exceeds the maximum, or why no amount is possible. */
export type AmountHint = 'range' | 'minimum' | 'full' | 'walletFull';

/** Returns the hint below the amount for these limits. */
export function amountHint({ minimum, maximum, left, limitedBy }: JoinLimits): AmountHint {
  if (unitsOf(left) === 0n) return 'full';
  if (limitedBy === 'wallet' && unitsOf(maximum) === 0n) return 'walletFull';
  return unitsOf(maximum) < unitsOf(minimum) ? 'minimum' : 'range';
}

/** Returns whether this order fills the round. */
export function fillsRound(round: { readonly quota: string; readonly filled: string }, accepted: string): boolean {
  return unitsOf(round.filled) + unitsOf(accepted) >= unitsOf(round.quota);
}
