import type { Answer } from '@city-mint/api-contract/client';
import type { EndpointKey } from '@city-mint/api-contract/endpoints';
import { leavesOutcomeOpen } from './leaves-open.ts';
import type { PendingRequest, PendingRequests } from './pending-requests.ts';

export type PendingAnswer<Key extends EndpointKey> =
  | { readonly kind: 'answered'; readonly answer: Answer<Key> }
  /** Nothing came that says what became of it: it stays kept, to be sent again under the same id. */
  | { readonly kind: 'open' }
  /** The same request is under way already; whoever sent it tells the answer. */
  | { readonly kind: 'told-elsewhere' };

const underWay = new Set<string>();

/** Sends a kept request, one call at a time, and lets go of it once its answer is there. `call` gives null after a network error. */
export async function sendPendingRequest<Key extends EndpointKey, Body>(
  requests: PendingRequests<Body>,
  { requestId }: PendingRequest<Body>,
  call: () => Promise<Answer<Key> | null>,
): Promise<PendingAnswer<Key>> {
  if (underWay.has(requestId)) return { kind: 'told-elsewhere' };
  underWay.add(requestId);
  try {
    const answer = await call();
    if (answer === null || (!answer.ok && leavesOutcomeOpen(answer.error))) return { kind: 'open' };
    requests.forget(requestId);
    return { kind: 'answered', answer };
  } finally {
    underWay.delete(requestId);
  }
}
