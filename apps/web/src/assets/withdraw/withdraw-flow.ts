import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { commandApi } from '#platform/api.ts';
import { createPendingRequests, type PendingRequest } from '#platform/pending-requests.ts';
import { queryClient } from '#platform/query-client.ts';
import { retryApi } from '#platform/retry-api.ts';
import { isSameAddress } from '#platform/same-address.ts';
import { type PendingAnswer, sendPendingRequest } from '#platform/send-pending-request.ts';
import { currentSession } from '#platform/session-store.ts';
import { rememberRecipient } from '#recipients/saved-recipients.ts';
import { assetsKeys } from '../assets-queries.ts';
import type { Currency } from '../assets-search.ts';

/** A withdrawal as the user confirmed it; the amount is a decimal string in whole units. */
export type WithdrawalBody = { readonly currency: Currency; readonly to: string; readonly amount: string };

export type WithdrawOutcome =
  | { readonly kind: 'requested'; readonly withdrawalId: string }
  | { readonly kind: 'refused'; readonly error: string; readonly text: string }
  /** Not known yet, or handled by another call. */
  | { readonly kind: 'unknown' };

/** Withdrawal requests whose outcome is unknown. */
export const withdrawalRequests = createPendingRequests<WithdrawalBody>({
  key: 'fmc.withdraw',
  storage: browserStorage,
  isBody: (value): value is WithdrawalBody =>
    typeof value === 'object' &&
    value !== null &&
    ['JU', 'FMC'].includes(Reflect.get(value, 'currency')) &&
    typeof Reflect.get(value, 'to') === 'string' &&
    typeof Reflect.get(value, 'amount') === 'string',
});

/**
 * Requests a withdrawal that the user confirmed, and persists the request until its outcome is known. Returns the
 * outcome.
 */
export async function requestWithdrawal(address: string, body: WithdrawalBody): Promise<WithdrawOutcome> {
  const pending = withdrawalRequests.add(address, body);
  const call = () => commandApi('POST /api/app/user/withdraw', { ...pending.body, requestId: pending.requestId });
  return finish(pending, await sendPendingRequest(withdrawalRequests, pending, call));
}

/** Retries a pending withdrawal request in the background with the same idempotency key. Returns the outcome. */
export async function retryWithdrawal(pending: PendingRequest<WithdrawalBody>): Promise<WithdrawOutcome> {
  const call = () => retryApi('POST /api/app/user/withdraw', { ...pending.body, requestId: pending.requestId });
  return finish(pending, await sendPendingRequest(withdrawalRequests, pending, call));
}

/** A new recipient waits: the first request to it is refused, and the user comes back for the next one. */
const STARTS_WAIT = 'address-on-hold';

function finish(
  { address: account, body }: PendingRequest<WithdrawalBody>,
  pendingAnswer: PendingAnswer<'POST /api/app/user/withdraw'>,
): WithdrawOutcome {
  if (pendingAnswer.kind !== 'answered') return { kind: 'unknown' };
  void queryClient.invalidateQueries({ queryKey: assetsKeys.allBalances });
  void queryClient.invalidateQueries({ queryKey: assetsKeys.allEvents });
  void queryClient.invalidateQueries({ queryKey: assetsKeys.allLimits });
  const { answer } = pendingAnswer;
  const isRequested = answer.ok || answer.error === STARTS_WAIT;
  // An answer that arrives after a sign-out leaves nothing on the device.
  const isSignedIn = isSameAddress(currentSession()?.address ?? '', account);
  if (isRequested && isSignedIn && !isSameAddress(body.to, account)) rememberRecipient({ account, address: body.to });
  return answer.ok
    ? { kind: 'requested', withdrawalId: answer.data.withdrawalId }
    : { kind: 'refused', error: answer.error, text: answer.msg };
}
