import { createPublicClient, type PublicClient } from 'viem';
import { httpTransport } from './http-transport.ts';

/** A client of a node of the chain, named after its host. The URL may contain an API key: never log it. */
export type RpcNode = PublicClient;

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/**
 * Returns a client for each URL. Throws for a response that takes longer than `timeoutMs` (10 seconds by default),
 * exceeds 8 MiB, is not JSON or has an error status. Nothing is retried here, because the caller may ask another node
 * instead.
 */
export function createRpcNodes(settings: { urls: readonly string[]; timeoutMs?: number }): RpcNode[] {
  return settings.urls.map((url, index) =>
    createPublicClient({
      name: nameOf(settings.urls, index),
      // No cache: callers ask for the head because it moves.
      cacheTime: 0,
      transport: httpTransport(url, { timeoutMs: settings.timeoutMs ?? 10_000, maxBytes: MAX_RESPONSE_BYTES }),
    }),
  );
}

/** The host; several nodes on one host (a developer's machine) also have numbers. */
function nameOf(urls: readonly string[], index: number): string {
  const hosts = urls.map((url) => new URL(url).host);
  const host = hosts[index] ?? '';
  return hosts.filter((other) => other === host).length > 1 ? `${host} (${index + 1})` : host;
}
