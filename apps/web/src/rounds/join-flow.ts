import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { commandApi } from '#platform/api.ts';
import type { KeptRequest } from '#platform/kept-requests.ts';
import { queryClient } from '#platform/query-client.ts';
import { refusalText } from '#platform/refusal-text.ts';
import { repeatApi } from '#platform/repeat-api.ts';
import { type KeptAnswer, sendKeptRequest } from '#platform/send-kept-request.ts';
import { JOIN_REFUSAL_TEXTS } from './join-refusal-texts.ts';
import { type JoinBody, joinRequests } from './join-requests.ts';

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
  return outcomeOf(await sendKeptRequest(joinRequests, kept, call));
}

/** Asks, in the background, what became of a join that has no answer yet. */
export async function repeatJoin(kept: KeptRequest<JoinBody>): Promise<JoinOutcome> {
  const call = () => repeatApi('POST /api/biz/crowdfund', callOf(kept));
  return outcomeOf(await sendKeptRequest(joinRequests, kept, call));
}

function callOf({ requestId, body }: KeptRequest<JoinBody>) {
  return { requestId, roundId: body.roundId, amount: body.amount, termsHash: body.termsHash };
}

function outcomeOf(kept: KeptAnswer<'POST /api/biz/crowdfund'>): JoinOutcome {
  if (kept.kind !== 'answered') return { kind: 'nothing' };
  for (const queryKey of [['round'], ['cities'], ['assets'], ['orders'], ['preview']]) {
    void queryClient.invalidateQueries({ queryKey });
  }
  const { answer } = kept;
  return answer.ok
    ? { kind: 'joined', order: answer.data }
    : { kind: 'refused', error: answer.error, text: refusalText(JOIN_REFUSAL_TEXTS, answer) };
}
