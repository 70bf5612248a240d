import { startWorker } from '@city-mint/client/start-worker.ts';
import { trustedScriptUrl } from '@city-mint/client/trusted-scripts.ts';
import type { SettlementDifference } from '@city-mint/domain/rounds/recompute-settlement';
import workerUrl from './recompute-worker.ts?worker&url';

/**
 * A recomputed settlement: the hash of its terms (null where the file has none) and the root of its results (null for a
 * round without orders), both 0x hex, and the SHA-256 of the file in hex; or the first place in which it differs from
 * the published one.
 */
export type Recomputed =
  | {
      readonly roundId: string;
      readonly termsHash: string | null;
      readonly root: string | null;
      readonly orders: number;
      readonly sha256: string;
    }
  | SettlementDifference;

/** Messages from the worker: progress, and the result with the file that it was computed from. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly step: 'fetch' | 'compute'; readonly part: number }
  | { readonly kind: 'done'; readonly recomputed: Recomputed; readonly file: Blob }
  | { readonly kind: 'failed' };

/**
 * Settles a round again from its settlement file in a worker, so that the page stays responsive however many orders it
 * has. `onMessage` receives the worker's messages. Returns the function that stops the worker.
 */
export function startRecompute(url: string, onMessage: (message: WorkerMessage) => void): () => void {
  const input = new URL(url, location.href).href;
  return startWorker<WorkerMessage>({ url: trustedScriptUrl(workerUrl), input }, onMessage);
}
