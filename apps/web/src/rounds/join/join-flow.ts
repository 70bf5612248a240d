import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { assetsKeys } from '#assets/assets-queries.ts';
import { commandApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { useLiveStore } from '#platform/live-store.ts';
import { createPendingRequests, type PendingRequest } from '#platform/pending-requests.ts';
import { queryClient } from '#platform/query-client.ts';
import { retryApi } from '#platform/retry-api.ts';
import { type PendingAnswer, sendPendingRequest } from '#platform/send-pending-request.ts';
import { publicStateKeys } from '#public-state/public-state-queries.ts';
import { citiesKeys } from '../cities-queries.ts';
import { roundsKeys } from '../rounds-queries.ts';
import { awaitRounds } from '../settlement/awaited-rounds.ts';

/** A join as the user confirmed it: the round, the amount in JU, and the displayed terms. */
export type JoinBody = {
  readonly roundId: string;
  readonly amount: string;
  readonly termsHash: string;
  /** Name of the city, shown while the outcome is unknown; not sent. */
  readonly city: string;
};

export type JoinedOrder = ReplyOf<'POST /api/biz/crowdfund'>;

export type JoinOutcome =
  | { readonly kind: 'joined'; readonly order: JoinedOrder }
  | { readonly kind: 'refused'; readonly error: string; readonly text: string }
  /** Not known yet, or handled by another call. */
  | { readonly kind: 'unknown' };

/** Joins whose outcome is unknown. */
export const joinRequests = createPendingRequests<JoinBody>({
  key: 'fmc.join',
  storage: browserStorage,
  isBody: (value): value is JoinBody =>
    typeof value === 'object' &&
    value !== null &&
    ['roundId', 'amount', 'termsHash', 'city'].every((name) => typeof Reflect.get(value, name) === 'string'),
});

/** Joins a round as the user confirmed it, and persists the request until its outcome is known. Returns the outcome. */
export async function joinRound(address: string, body: JoinBody): Promise<JoinOutcome> {
  const pending = joinRequests.add(address, body);
  const call = () => commandApi('POST /api/biz/crowdfund', callOf(pending));
  return outcomeOf(pending, await sendPendingRequest(joinRequests, pending, call));
}

/** Retries a pending join in the background with the same idempotency key. Returns the outcome. */
export async function retryJoin(pending: PendingRequest<JoinBody>): Promise<JoinOutcome> {
  const call = () => retryApi('POST /api/biz/crowdfund', callOf(pending));
  return outcomeOf(pending, await sendPendingRequest(joinRequests, pending, call));
}

/** Fields in the order of the declaration, which the server parses fastest (readPlainJoin). */
function callOf({ requestId, body }: PendingRequest<JoinBody>) {
  return { roundId: body.roundId, amount: body.amount, termsHash: body.termsHash, requestId };
}

/**
 * Queries that a join changes, without live events. A refusal may be the page's first sign of a pause, which the home
 * screen's reply shows.
 */
const CHANGED_KEYS = [
  publicStateKeys.overview,
  roundsKeys.allLatest,
  roundsKeys.allOrders,
  roundsKeys.allPreviews,
  citiesKeys.list,
  assetsKeys.allBalances,
];

function outcomeOf(
  { address }: PendingRequest<JoinBody>,
  pendingAnswer: PendingAnswer<'POST /api/biz/crowdfund'>,
): JoinOutcome {
  if (pendingAnswer.kind !== 'answered') return { kind: 'unknown' };
  const { answer } = pendingAnswer;
  // Before any call: the order that fills a round may be settled before a reply contains its round.
  if (answer.ok) awaitRounds(address, [answer.data.roundId]);
  if (answer.ok && useLiveStore.getState().isLive) {
    // The event of the new balance names everything else, and the round's event has its figures: a wallet that joins
    // often must not read either twice.
    void queryClient.invalidateQueries({ queryKey: roundsKeys.allPreviews, refetchType: 'none' });
  } else {
    for (const queryKey of CHANGED_KEYS) void queryClient.invalidateQueries({ queryKey });
  }
  if (answer.ok) return { kind: 'joined', order: answer.data };
  return { kind: 'refused', error: answer.error, text: answer.msg || translate('rounds.join.failedToast') };
}
