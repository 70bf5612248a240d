import { startWorker } from '@city-mint/client/start-worker.ts';
import { trustedScriptUrl } from '@city-mint/client/trusted-scripts.ts';
import type { Recomputed } from './recompute-settlement.ts';
import workerUrl from './recompute-worker.ts?worker&url';

/** What the worker says: how far it is, and what came of it. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly step: 'fetch' | 'compute'; readonly part: number }
  | { readonly kind: 'done'; readonly outcome: Recomputed }
  | { readonly kind: 'failed' };

/**
 * Has a worker fetch a settlement file and settle its round again, so that the page goes on answering however many
 * orders there are. `onMessage` gets what the worker says. Returns what ends it.
 */
export function startRecompute(url: string, onMessage: (message: WorkerMessage) => void): () => void {
  const input = new URL(url, location.href).href;
  return startWorker<WorkerMessage>({ url: trustedScriptUrl(workerUrl), input }, onMessage);
}
