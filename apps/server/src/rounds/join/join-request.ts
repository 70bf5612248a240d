import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { JoinRefusal } from '@city-mint/domain/rounds/decide-join';
import type { SessionToken } from '#platform/http/session-token.ts';
import { hashRequestBody, type RequestIdentity } from '#requests/queries.ts';

/** A participant's request to join; `amount` in base units of JU. */
export type JoinRequest = {
  readonly userId: bigint;
  /** The token of the user's session, by which the database finds the user. */
  readonly token: SessionToken;
  readonly roundId: bigint;
  readonly amount: TokenAmount;
  readonly termsHash: string;
  /** Made by the caller before the first attempt, and repeated with each retry. */
  readonly requestId: string;
  readonly consented: boolean;
  /** The caller's region if joining is off there; absent where it is allowed. */
  readonly barredRegion?: string;
};

/** A request that fits into the round: the accepted amount (base units of JU) and the rank. */
export type AcceptedJoin = { readonly request: JoinRequest; readonly accepted: TokenAmount; readonly rank: number };

/** An order of a round; amounts in base units of JU. */
export type JoinedOrder = {
  readonly orderId: bigint;
  readonly roundId: bigint;
  readonly rank: number;
  readonly asked: TokenAmount;
  readonly accepted: TokenAmount;
  readonly joinedAt: Date;
  /** Whether it joined in the last part of the window. docs/money-rules.md#2-terms-of-a-round */
  readonly late: boolean;
};

/** The order, or the refusal, with its limits (whole units, UTC milliseconds). */
export type JoinAnswer =
  | { readonly order: JoinedOrder }
  | {
      readonly refusal: JoinRefusal | 'not-found' | 'request-id-reused' | 'session-ended';
      readonly details: Readonly<Record<string, string>>;
    };

/** Called with the answers of each batch of joins. */
export type ObserveJoins = (answers: readonly JoinAnswer[]) => void;

/** Returns the identity of a join: the same request id with another round, amount or terms is another request. */
export function identityOf({
  userId,
  requestId,
  roundId,
  amount,
  termsHash,
}: Omit<JoinRequest, 'token'>): RequestIdentity {
  return { userId, requestId, bodyHash: hashRequestBody('join', [roundId, formatAmount(amount), termsHash]) };
}
