import { formatAmount, parseAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';

/** JU of a join for which the balance is too small, exact decimal strings. */
export type RechargeAmounts = {
  /** The entry of the form, which may be no amount. */
  readonly wanted: string;
  /** What the balance lacks for it; null while nothing is known to be missing. */
  readonly missing: string | null;
};

/** Returns the JU that the balance lacks for an entry; null without an amount, a known balance or a lack. */
export function missingAmount(entry: string, available: string | null): string | null {
  const wanted = parseAmount(entry);
  if (!wanted.ok || available === null) return null;
  const missing = wanted.amount - unitsOf(available);
  return missing > 0n ? formatAmount(tokenAmount(missing)) : null;
}
