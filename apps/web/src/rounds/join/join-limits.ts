import { formatAmount, parseAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { smallestAmount, ZERO } from '@city-mint/domain/money/token-amount';

type JoinLimitsInput = {
  readonly round: {
    readonly quota: string;
    readonly filled: string;
    readonly minimum: string;
    readonly walletMaximum: string;
  };
  /** JU available; null while it is not known. */
  readonly available: string | null;
  /** What the wallet has put into the round; nothing unless given. */
  readonly joined?: string;
};

/** Exact decimal strings in whole units. */
export type JoinLimits = {
  readonly minimum: string;
  readonly maximum: string;
  readonly left: string;
  /** What the maximum follows from. */
  readonly limitedBy: 'balance' | 'wallet' | 'quota';
};

/**
 * Returns what one order can be: at least the minimum, or all that is left if that is less; at most the available
 * balance, what is left of the quota, and what is left of the wallet maximum (0: none). See docs/money-rules.md#4-join.
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

/** What there is to say of an amount: its range; the minimum alone, which is out of reach; or why there can be none. */
export type AmountHint = 'range' | 'minimum' | 'full' | 'walletFull';

/** Returns what is said below the amount for these limits. */
export function amountHint({ minimum, maximum, left, limitedBy }: JoinLimits): AmountHint {
  if (unitsOf(left) === 0n) return 'full';
  if (limitedBy === 'wallet' && unitsOf(maximum) === 0n) return 'walletFull';
  return unitsOf(maximum) < unitsOf(minimum) ? 'minimum' : 'range';
}

/** Whether the round is full with this order. */
export function fillsRound(round: { readonly quota: string; readonly filled: string }, accepted: string): boolean {
  return unitsOf(round.filled) + unitsOf(accepted) >= unitsOf(round.quota);
}

/** Whether a text that was typed is the same amount as a decimal string, however it is written. */
export function isSameAmount(decimal: string, typed: string): boolean {
  const parsed = parseAmount(typed);
  return parsed.ok && parsed.amount === unitsOf(decimal);
}

/** The failure with the lowest compensation: refund and loss are the same in all. Undefined when there are none. */
export function worstFailure<Failure extends { readonly compensation: string }>(
  failures: readonly Failure[],
): Failure | undefined {
  return failures.reduce<Failure | undefined>(
    (worst, failure) =>
      worst === undefined || unitsOf(failure.compensation) < unitsOf(worst.compensation) ? failure : worst,
    undefined,
  );
}
