import { type TokenAmount, tokenAmount } from './token-amount.ts';

const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,77})$/;

/**
 * Reads an amount from a string of base units, as settlement files and terms hold it: digits only, no leading zero, at most
 * 78 digits. Gives undefined for anything else, a JSON number too. rules.md sections 1 and 6.
 */
export function parseBaseUnits(text: unknown): TokenAmount | undefined {
  if (typeof text !== 'string' || !WHOLE_NUMBER.test(text)) return undefined;
  return tokenAmount(BigInt(text));
}
