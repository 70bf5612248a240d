import type { FieldViolation } from '../json/field-table.ts';
import { unless } from '../json/field-table.ts';
import { formatAmount } from '../money/amount-text.ts';
import { divide } from '../money/division.ts';
import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';
import type { PhasePlan } from './phase-plan.ts';

const ONE_JU = 10n ** 18n;
/** The least quota of a plan that is published, in base units of JU. */
export const LEAST_QUOTA = tokenAmount(ONE_JU);
/** The least minimum of an order in a plan that is published, in base units of JU: 0.01. */
export const LEAST_MINIMUM = tokenAmount(ONE_JU / 100n);
/** The most FMC that a round of a plan may release, in basis points of the remaining emission: 1 %. */
export const MINT_SHARE_BPS = 100n;

/** The facts that bound a plan at its publication; FMC in base units, times in UTC milliseconds. */
export type PlanPublication = {
  readonly emissionRemaining: TokenAmount;
  /** The most FMC that a round may release per JU of its quota. */
  readonly mintPerJuMaximum: TokenAmount;
  readonly now: number;
  /** How long before its first opening a plan has to be published; 0 = at any time before its first window closes. */
  readonly noticeMs: number;
};

/**
 * Returns every bound that a plan breaks at its publication, beside those of `checkPhasePlan`: least quota and minimum,
 * the most that a round may release, and the time before the first opening; empty when there is none. Quotas only
 * grow, so all rounds keep a bound that the first one keeps (docs/money-rules.md#2-terms-of-a-round).
 */
export function checkPlanBounds(plan: PhasePlan, publication: PlanPublication): FieldViolation[] {
  const { emissionRemaining, mintPerJuMaximum, now, noticeMs } = publication;
  const { mintAmount, minimum } = plan.terms;
  const emissionShare = divide(emissionRemaining * MINT_SHARE_BPS, { by: 10_000n, rounding: 'down' });
  const quotaShare = divide(mintPerJuMaximum * plan.firstQuota, { by: ONE_JU, rounding: 'down' });
  // A round whose window is over before it is published would fail without an order.
  const earliest = noticeMs === 0 ? now - plan.windowMs + 1 : now + noticeMs;
  return [
    ...unless(plan.firstQuota >= LEAST_QUOTA, 'firstQuota', `at-least ${formatAmount(LEAST_QUOTA)}`),
    ...unless(minimum >= LEAST_MINIMUM, 'minimum', `at-least ${formatAmount(LEAST_MINIMUM)}`),
    ...unless(mintAmount <= emissionShare, 'mintAmount', `at-most ${formatAmount(tokenAmount(emissionShare))}`),
    ...unless(mintAmount <= quotaShare, 'mintAmount', `at-most ${formatAmount(tokenAmount(quotaShare))}`),
    ...unless(plan.firstOpensAt >= earliest, 'firstOpensAt', `not-before ${earliest}`),
  ];
}
