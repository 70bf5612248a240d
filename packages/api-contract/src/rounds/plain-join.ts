import { parseAmount } from '@city-mint/domain/money/amount-text';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';

/** The input of a join; `amount` in base units of JU. */
export type JoinInput = {
  readonly roundId: string;
  readonly amount: TokenAmount;
  readonly termsHash: string;
  readonly requestId: string;
};

/**
 * The texts of the fields in the order of the declaration, without an escape: nothing in it can be read in two ways.
 * The id has one digit less than the longest, so it is below the greatest; the request id is in lower case, as it is
 * stored.
 */
const PLAIN = new RegExp(
  [
    '^\\{"roundId":"([1-9]\\d{0,17})"',
    '"amount":"([\\d.]+)"',
    '"termsHash":"(0x[0-9a-f]{64})"',
    '"requestId":"([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})"\\}$',
  ].join(','),
);

/**
 * Returns the input of a join from a body in the exact form that pages send; undefined for every other body, valid or
 * not: the declaration reads those.
 */
export function readPlainJoin(body: string): JoinInput | undefined {
  const [, roundId, text, termsHash, requestId] = PLAIN.exec(body) ?? [];
  const parsed = parseAmount(text);
  if (!parsed.ok || roundId === undefined || termsHash === undefined || requestId === undefined) return undefined;
  return { roundId, amount: parsed.amount, termsHash, requestId };
}
