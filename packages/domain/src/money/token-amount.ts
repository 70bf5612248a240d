declare const unit: unique symbol;

/** An amount of JU, FMC or hash power in base units (18 decimals), never below zero. rules.md section 1. */
export type TokenAmount = bigint & { readonly [unit]: 'base-units' };

/** Decimals of JU, FMC and hash power. */
export const UNIT_DECIMALS = 18;

/**
 * Names a number of base units an amount. Throws a RangeError below zero: an amount that would be negative is a broken
 * invariant, never a refusal.
 */
export function tokenAmount(units: bigint): TokenAmount {
  if (!isTokenAmount(units)) throw new RangeError(`an amount is never below zero: ${units}`);
  return units;
}

function isTokenAmount(units: bigint): units is TokenAmount {
  return units >= 0n;
}

export const ZERO = tokenAmount(0n);
