import { createHash } from 'node:crypto';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { JoinRefusal } from '@city-mint/domain/rounds/decide-join';

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

/** Tells two requests with one id apart: the same id with another body is refused. */
export function hashJoinBody(request: JoinRequest): Buffer {
  return createHash('sha256')
    .update(`join|${request.roundId}|${formatAmount(request.amount)}|${request.termsHash}`)
    .digest();
}
