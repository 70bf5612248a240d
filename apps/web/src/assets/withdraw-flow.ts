import { commandApi } from '#platform/api.ts';
import type { PendingRequest } from '#platform/pending-requests.ts';
import { queryClient } from '#platform/query-client.ts';
import { refusalText } from '#platform/refusal-text.ts';
import { repeatApi } from '#platform/repeat-api.ts';
import { type PendingAnswer, sendPendingRequest } from '#platform/send-pending-request.ts';
import { assetsKeys } from './assets-queries.ts';
import { WITHDRAW_REFUSAL_TEXTS } from './withdraw-refusal-texts.ts';
import { type WithdrawalBody, withdrawalRequests } from './withdrawal-requests.ts';

export type WithdrawOutcome =
  | { readonly kind: 'requested'; readonly withdrawalId: string }
  | { readonly kind: 'refused'; readonly error: string; readonly text: string }
  /** Not known yet, or told by another call. */
  | { readonly kind: 'nothing' };

/** Asks for a withdrawal as the visitor confirmed it. The request is kept from before it is sent until its answer came. */
export async function requestWithdrawal(address: string, body: WithdrawalBody): Promise<WithdrawOutcome> {
  const kept = withdrawalRequests.keep(address, body);
  const call = () => commandApi('POST /api/app/user/withdraw', { ...kept.body, requestId: kept.requestId });
  return outcomeOf(await sendPendingRequest(withdrawalRequests, kept, call));
}

/** Asks, in the background, what became of a withdrawal request that has no answer yet. */
export async function repeatWithdrawal(kept: PendingRequest<WithdrawalBody>): Promise<WithdrawOutcome> {
  const call = () => repeatApi('POST /api/app/user/withdraw', { ...kept.body, requestId: kept.requestId });
  return outcomeOf(await sendPendingRequest(withdrawalRequests, kept, call));
}

function outcomeOf(kept: PendingAnswer<'POST /api/app/user/withdraw'>): WithdrawOutcome {
  if (kept.kind !== 'answered') return { kind: 'nothing' };
  void queryClient.invalidateQueries({ queryKey: assetsKeys.allBalances });
  void queryClient.invalidateQueries({ queryKey: assetsKeys.allEvents });
  const { answer } = kept;
  return answer.ok
    ? { kind: 'requested', withdrawalId: answer.data.withdrawalId }
    : { kind: 'refused', error: answer.error, text: refusalText(WITHDRAW_REFUSAL_TEXTS, answer) };
}
