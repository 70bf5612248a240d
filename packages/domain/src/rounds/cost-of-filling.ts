import { divide, floorShare } from '../money/division.ts';
import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';
import type { PhasePlan } from './phase-plan.ts';

const ONE_FMC = 10n ** 18n;

type Plan = Pick<PhasePlan, 'firstQuota'> & { readonly terms: Pick<PhasePlan['terms'], 'mintFeeBps' | 'mintAmount'> };

/** The price of one FMC in JU, as a fraction of integers. */
type Price = { readonly ju: bigint; readonly fmc: bigint };

/** Returns whether one whole FMC costs less, in base units of JU, than at a price. */
export function isBelowPrice(cost: TokenAmount, { ju, fmc }: Price): boolean {
  return cost * fmc < ju * ONE_FMC;
}

/**
 * Returns the most that one whole FMC costs a wallet that fills the first round of a plan alone, in base units of JU,
 * rounded up: the mint fee by the FMC, as long as the emission suffices. Later rounds cost as much or more, since
 * quotas only grow; a wallet to which a part of the fee returns, by an inviter or a pool of its own, pays less.
 */
export function costOfFilling({ firstQuota, terms: { mintFeeBps, mintAmount } }: Plan): TokenAmount {
  return tokenAmount(divide(floorShare(firstQuota, mintFeeBps) * ONE_FMC, { by: mintAmount, rounding: 'up' }));
}
