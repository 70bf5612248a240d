declare const unit: unique symbol;

/** An amount of JU, FMC or hash power in base units (18 decimals), never below zero. docs/money-rules.md#1-amounts. */
export type TokenAmount = bigint & { readonly [unit]: 'base-units' };

/** Decimals of JU, FMC and hash power. */
export const UNIT_DECIMALS = 18;

/**
 * Returns a number of base units as an amount. Throws a RangeError below zero: an amount that would be negative is a
 * broken invariant, never a refusal.
 */
export function tokenAmount(units: bigint): TokenAmount {
  if (!isTokenAmount(units)) throw new RangeError(`an amount is never below zero: ${units}`);
  return units;
}

function isTokenAmount(units: bigint): units is TokenAmount {
  return units >= 0n;
}

export const ZERO = tokenAmount(0n);

/** Returns the sum of the amounts; 0 for none. */
export function sumAmounts(amounts: Iterable<TokenAmount>): TokenAmount {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return tokenAmount(sum);
}

/** Returns the smallest of the values; a value below zero counts as 0. */
export function smallestAmount(first: TokenAmount, ...others: readonly bigint[]): TokenAmount {
  return others.reduce<TokenAmount>((smallest, value) => {
    if (value <= 0n) return ZERO;
    return isSmaller(value, smallest) ? value : smallest;
  }, first);
}

function isSmaller(value: bigint, than: TokenAmount): value is TokenAmount {
  return value < than;
}
