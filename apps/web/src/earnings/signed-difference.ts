import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';

/** Returns `a - b` as a signed decimal string, exact; both are amounts of the API. Throws for anything else. */
export function signedDifference(a: string, b: string): string {
  return formatAmount(unitsOf(a) - unitsOf(b));
}
