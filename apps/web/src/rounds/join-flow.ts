import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { assetsKeys } from '#assets/assets-queries.ts';
import { commandApi } from '#platform/api.ts';
import type { PendingRequest } from '#platform/pending-requests.ts';
import { queryClient } from '#platform/query-client.ts';
import { refusalText } from '#platform/refusal-text.ts';
import { repeatApi } from '#platform/repeat-api.ts';
import { type PendingAnswer, sendPendingRequest } from '#platform/send-pending-request.ts';
import { citiesKeys } from './cities-queries.ts';
import { JOIN_REFUSAL_TEXTS } from './join-refusal-texts.ts';
import { type JoinBody, joinRequests } from './join-requests.ts';
import { roundsKeys } from './rounds-queries.ts';

export type JoinedOrder = ReplyOf<'POST /api/biz/crowdfund'>;

export type JoinOutcome =
  | { readonly kind: 'joined'; readonly order: JoinedOrder }
  | { readonly kind: 'refused'; readonly error: string; readonly text: string }
  /** Not known yet, or told by another call. */
  | { readonly kind: 'nothing' };

/** Joins a round as the visitor confirmed it. The request is kept from before it is sent until its answer came. */
export async function joinRound(address: string, body: JoinBody): Promise<JoinOutcome> {
  const kept = joinRequests.keep(address, body);
  const call = () => commandApi('POST /api/biz/crowdfund', callOf(kept));
  return outcomeOf(await sendPendingRequest(joinRequests, kept, call));
}

/** Asks, in the background, what became of a join that has no answer yet. */
export async function repeatJoin(kept: PendingRequest<JoinBody>): Promise<JoinOutcome> {
  const call = () => repeatApi('POST /api/biz/crowdfund', callOf(kept));
  return outcomeOf(await sendPendingRequest(joinRequests, kept, call));
}

/** What a join changes. */
const KEYS_OF_A_JOIN = [
  roundsKeys.allLatest,
  roundsKeys.allOrders,
  roundsKeys.allPreviews,
  citiesKeys.list,
  assetsKeys.allBalances,
];

function callOf({ requestId, body }: PendingRequest<JoinBody>) {
  return { requestId, roundId: body.roundId, amount: body.amount, termsHash: body.termsHash };
}

function outcomeOf(kept: PendingAnswer<'POST /api/biz/crowdfund'>): JoinOutcome {
  if (kept.kind !== 'answered') return { kind: 'nothing' };
  for (const queryKey of KEYS_OF_A_JOIN) void queryClient.invalidateQueries({ queryKey });
  const { answer } = kept;
  return answer.ok
    ? { kind: 'joined', order: answer.data }
    : { kind: 'refused', error: answer.error, text: refusalText(JOIN_REFUSAL_TEXTS, answer) };
}
