import { type TokenAmount, tokenAmount } from './token-amount.ts';

/** The sum of the amounts; 0 for none. */
export function sumAmounts(amounts: Iterable<TokenAmount>): TokenAmount {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return tokenAmount(sum);
}
