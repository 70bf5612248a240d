import { createPublicClient, type PublicClient } from 'viem';
import { httpTransport } from './http-transport.ts';

/** A client of a node of the chain, named after its host: its URL may hold a key, which no text must repeat. */
export type RpcNode = PublicClient;

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/**
 * Returns a client for each URL. A response that takes longer than `timeoutMs` (10 seconds by default), is over 8 MiB,
 * is not JSON or has an error status is thrown; nothing is retried here, because the caller knows whether to ask
 * another node instead.
 */
export function createRpcNodes(settings: { urls: readonly string[]; timeoutMs?: number }): RpcNode[] {
  return settings.urls.map((url, index) =>
    createPublicClient({
      name: nameOf(settings.urls, index),
      // No cache: the head is asked for because it moves.
      cacheTime: 0,
      transport: httpTransport(url, { timeoutMs: settings.timeoutMs ?? 10_000, maxBytes: MAX_RESPONSE_BYTES }),
    }),
  );
}

/** The host; of several nodes on one host (a developer's machine), each also has its number. */
function nameOf(urls: readonly string[], index: number): string {
  const hosts = urls.map((url) => new URL(url).host);
  const host = hosts[index] ?? '';
  return hosts.filter((other) => other === host).length > 1 ? `${host} (${index + 1})` : host;
}
