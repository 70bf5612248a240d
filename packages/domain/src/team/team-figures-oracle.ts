import { sumAmounts, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';

export type TeamFigures = { readonly teamPerformance: TokenAmount; readonly smallAreaPerformance: TokenAmount };

/**
 * A user's team figures from the performance of each leg (one direct referral and everyone below, in accepted JU base
 * units of minted orders; own orders don't count): the sum of the legs, and that sum without the largest leg.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export function teamFigures(legs: readonly TokenAmount[]): TeamFigures {
  const teamPerformance = sumAmounts(legs);
  let largest = ZERO;
  for (const leg of legs) if (leg > largest) largest = leg;
  return { teamPerformance, smallAreaPerformance: tokenAmount(teamPerformance - largest) };
}
