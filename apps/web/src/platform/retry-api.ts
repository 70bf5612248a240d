import { type Answer, NetworkError } from '@city-mint/api-contract/client';
import type { EndpointKey, RefusalOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { readApi } from './api.ts';

/**
 * Retries a call that moves money in the background, with its first requestId, to learn its outcome: without loading
 * overlay or toast. Returns the reply, or null after a network error.
 */
export async function retryApi<Key extends EndpointKey>(
  key: Key,
  request: RequestOf<Key>,
): Promise<Answer<Key> | null> {
  try {
    return { ok: true, data: await readApi(key, request) };
  } catch (error) {
    if (error instanceof NetworkError) return null;
    if (!(error instanceof RefusalError)) throw error;
    // `RefusalError` has the code as text; it came from the declaration of this endpoint.
    return { ok: false, code: 0, error: error.error as RefusalOf<Key>, msg: error.message, details: error.details };
  }
}
