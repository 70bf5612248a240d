import { createPublicClient, http, type PublicClient } from 'viem';

/** One node of the chain, asked over HTTP. */
export type RpcNode = PublicClient;

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/**
 * Clients for a list of nodes. An answer that takes longer than `timeoutMs` (10 seconds unless told), is over 8 MiB, is no JSON or has a bad
 * HTTP status is thrown as an error; nothing is tried again here, because who asks knows better whether to ask another node.
 */
export function createRpcNodes(settings: { urls: readonly string[]; timeoutMs?: number }): RpcNode[] {
  return settings.urls.map((url) =>
    createPublicClient({
      // Nothing may come from a cache: the head is asked for because it moves.
      cacheTime: 0,
      transport: http(url, {
        retryCount: 0,
        timeout: settings.timeoutMs ?? 10_000,
        maxResponseBodySize: MAX_RESPONSE_BYTES,
      }),
    }),
  );
}
