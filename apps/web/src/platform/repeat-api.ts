import { type Answer, NetworkError } from '@city-mint/api-contract/client';
import type { EndpointKey, RefusalOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { RefusalError, readApi } from './api.ts';

/**
 * Sends a call that moves money once more, under its first requestId, to learn what became of it. In the background: no overlay, and no toast
 * when the network fails, which is null.
 */
export async function repeatApi<Key extends EndpointKey>(
  key: Key,
  request: RequestOf<Key>,
): Promise<Answer<Key> | null> {
  try {
    return { ok: true, data: await readApi(key, request) };
  } catch (error) {
    if (error instanceof NetworkError) return null;
    if (!(error instanceof RefusalError)) throw error;
    // The word came from the same declaration; `RefusalError` only carries it as text.
    return { ok: false, code: 0, error: error.error as RefusalOf<Key>, msg: error.message, details: error.details };
  }
}
