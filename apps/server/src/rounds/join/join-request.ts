import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { JoinRefusal } from '@city-mint/domain/rounds/decide-join';
import { hashRequestBody, type RequestIdentity } from '#requests/queries.ts';

/** A join as a participant asks for it; `amount` in base units of JU. */
export type JoinRequest = {
  readonly userId: bigint;
  readonly roundId: bigint;
  readonly amount: TokenAmount;
  readonly termsHash: string;
  /** Made by the caller before the first try, repeated with each. */
  readonly requestId: string;
  readonly consented: boolean;
  /** The region from which it is asked, where joining is off; left out where it is allowed. */
  readonly barredRegion?: string;
};

/** A request that the round has room for: what of it is accepted (base units of JU) and its rank. */
export type AcceptedJoin = { readonly request: JoinRequest; readonly accepted: TokenAmount; readonly rank: number };

export type JoinedOrder = {
  readonly orderId: bigint;
  readonly roundId: bigint;
  readonly rank: number;
  readonly asked: TokenAmount;
  readonly accepted: TokenAmount;
  readonly joinedAt: Date;
};

/** The order, or why there is none, with the limits that the refusal names (whole units, UTC milliseconds). */
export type JoinAnswer =
  | { readonly order: JoinedOrder }
  | {
      readonly refusal: JoinRefusal | 'not-found' | 'request-id-reused';
      readonly details: Readonly<Record<string, string>>;
    };

/** Returns what tells a join apart: the same request id with another round, amount or terms is another request. */
export function identityOf({ userId, requestId, roundId, amount, termsHash }: JoinRequest): RequestIdentity {
  return { userId, requestId, bodyHash: hashRequestBody('join', [roundId, formatAmount(amount), termsHash]) };
}
