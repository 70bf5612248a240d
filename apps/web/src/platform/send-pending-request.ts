import type { Answer } from '@city-mint/api-contract/client';
import type { EndpointKey } from '@city-mint/api-contract/endpoints';
import type { PendingRequest, PendingRequests } from './pending-requests.ts';
import { forgetAttempts, recordAttempt } from './pending-retries.ts';

export type PendingAnswer<Key extends EndpointKey> =
  | { readonly kind: 'answered'; readonly answer: Answer<Key> }
  /** The outcome is unknown: the request stays pending, to be retried with the same id. */
  | { readonly kind: 'unknown' }
  /** Another call is already sending this request and handles its reply. */
  | { readonly kind: 'handled-elsewhere' };

/** Refusals after which an earlier attempt may still have taken effect. */
const INCONCLUSIVE_REFUSALS: readonly string[] = [
  'in-progress',
  'busy',
  'maintenance',
  'internal',
  'too-many-requests',
  'unauthorized',
  'session-ended',
];

const idsBeingSent = new Set<string>();

/**
 * Sends a pending request, never twice simultaneously, and removes it when its outcome is known. `call` resolves to
 * null after a network error. Returns the reply, or the reason why there is none.
 */
export async function sendPendingRequest<Key extends EndpointKey, Body>(
  requests: PendingRequests<Body>,
  { requestId }: PendingRequest<Body>,
  call: () => Promise<Answer<Key> | null>,
): Promise<PendingAnswer<Key>> {
  if (idsBeingSent.has(requestId)) return { kind: 'handled-elsewhere' };
  idsBeingSent.add(requestId);
  try {
    const answer = await call();
    if (answer === null || (!answer.ok && INCONCLUSIVE_REFUSALS.includes(answer.error))) {
      recordAttempt(requestId, failedAttempt(answer));
      return { kind: 'unknown' };
    }
    requests.remove(requestId);
    forgetAttempts(requestId);
    return { kind: 'answered', answer };
  } finally {
    idsBeingSent.delete(requestId);
  }
}

function failedAttempt<Key extends EndpointKey>(answer: Answer<Key> | null) {
  if (answer === null || answer.ok) return { text: null, retryAfterMs: 0 };
  const seconds = Number(answer.details['retryAfterSeconds'] ?? 0);
  // The earlier attempt is still being processed, which the user does not need to know.
  const text = answer.error === 'in-progress' || answer.msg === '' ? null : answer.msg;
  return { text, retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0 };
}
