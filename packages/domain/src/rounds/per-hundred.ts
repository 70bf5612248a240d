import { divide, type Rounding } from '../money/division.ts';
import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';

const HUNDRED_JU = 100n * 10n ** 18n;

/**
 * Returns the part of a round's amount for 100 JU put in, in base units: of `amount` for the whole quota, which has to
 * be above zero. Rounded as named: a loss up, a gain down.
 */
export function perHundred(
  amount: TokenAmount,
  { quota, rounding }: { readonly quota: TokenAmount; readonly rounding: Rounding },
): TokenAmount {
  return tokenAmount(divide(amount * HUNDRED_JU, { by: quota, rounding }));
}
