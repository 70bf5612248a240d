import { displayDecimal } from './display-decimal.ts';
import { formatAmount } from './format-amount.ts';

/**
 * An amount of base units in whole units for display: truncated (never rounded) to 4 decimals, without trailing zeros.
 * rules.md section 1; money that moves is never taken from it.
 */
export function displayAmount(amount: bigint): string {
  return displayDecimal(formatAmount(amount));
}
