import type { FieldViolation } from '../json/field-table.ts';
import { formatAmount } from '../money/amount-text.ts';
import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';

/** A cap up to this is always allowed, so that one of zero can grow again. JU, base units. */
const ALWAYS_ALLOWED = tokenAmount(1_000n * 10n ** 18n);

/**
 * Returns the bound that a cap of the reserve breaks, seen from the cap of a day ago, or none: within a day it at most
 * doubles. JU in base units. docs/money-rules.md#5-settlement
 */
export function checkReserveCap(cap: TokenAmount, capOneDayAgo: TokenAmount): FieldViolation[] {
  const isSmall = capOneDayAgo * 2n < ALWAYS_ALLOWED;
  const most = isSmall ? ALWAYS_ALLOWED : tokenAmount(capOneDayAgo * 2n);
  return cap <= most ? [] : [{ field: 'cap', bound: `at-most ${formatAmount(most)}` }];
}
