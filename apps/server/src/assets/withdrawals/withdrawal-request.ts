import type { WithdrawalRefusal } from '@city-mint/domain/assets/decide-withdrawal';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { Address } from 'viem';
import type { SessionToken } from '#platform/http/session-token.ts';
import { hashRequestBody, type RequestIdentity } from '#requests/queries.ts';

/** A withdrawal as a user requests it; `amount` in base units. */
export type WithdrawalRequest = {
  readonly userId: bigint;
  /** The token of the user's session, by which the database finds the user. */
  readonly token: SessionToken;
  /** The user's own address: the only one that can send the voucher. */
  readonly account: Address;
  readonly currency: Currency;
  readonly to: Address;
  readonly amount: TokenAmount;
  /** Made by the caller before the first try, and repeated with each retry. */
  readonly requestId: string;
  /** X-Request-Id of the calling request. */
  readonly callId?: string;
};

/** The withdrawal with its first state, or the refusal with its limits (in whole units). */
export type WithdrawalAnswer =
  | { readonly withdrawalId: bigint; readonly state: 'requested' | 'approved' }
  | {
      readonly refusal: WithdrawalRefusal | 'request-id-reused';
      readonly details: Readonly<Record<string, string>>;
    };

/**
 * Returns the identity of a request: the same request id with another currency, recipient or amount is another request.
 */
export function identityOf({
  userId,
  requestId,
  currency,
  to,
  amount,
}: Omit<WithdrawalRequest, 'token'>): RequestIdentity {
  return { userId, requestId, bodyHash: hashRequestBody('withdraw', [currency, to, formatAmount(amount)]) };
}
