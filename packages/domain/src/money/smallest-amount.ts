import { type TokenAmount, ZERO } from './token-amount.ts';

/** The smallest of the values, where a value below zero counts as 0. */
export function smallestAmount(first: TokenAmount, ...others: readonly bigint[]): TokenAmount {
  return others.reduce<TokenAmount>((smallest, value) => {
    if (value <= 0n) return ZERO;
    return isSmaller(value, smallest) ? value : smallest;
  }, first);
}

function isSmaller(value: bigint, than: TokenAmount): value is TokenAmount {
  return value < than;
}
