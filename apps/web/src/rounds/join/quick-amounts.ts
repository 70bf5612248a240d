import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';
import { smallestAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { JoinLimits } from './join-limits.ts';

const PERCENTS = [25, 50, 100] as const;

/** Granularity of offered amounts: smaller decimals are cut off, except for the whole maximum. */
const STEP = 10n ** 14n;

export type QuickAmount = {
  readonly percent: (typeof PERCENTS)[number];
  /** Exact decimal string; null if it would be below the minimum. */
  readonly amount: string | null;
};

/** Returns the parts of the maximum that buttons offer: never above it, never below the minimum. */
export function quickAmounts({ minimum, maximum }: Pick<JoinLimits, 'minimum' | 'maximum'>): readonly QuickAmount[] {
  const [least, most] = [unitsOf(minimum), unitsOf(maximum)];
  return PERCENTS.map((percent) => {
    const part = divide(most * BigInt(percent), { by: 100n, rounding: 'down' });
    const rounded = percent === 100 ? part : part - (part % STEP);
    const amount = smallestAmount(most, tokenAmount(rounded));
    return { percent, amount: amount === 0n || amount < least ? null : formatAmount(amount) };
  });
}
