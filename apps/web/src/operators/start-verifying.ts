import { startWorker } from '@city-mint/client/start-worker.ts';
import { trustedScriptUrl } from '@city-mint/client/trusted-scripts.ts';
import type { VerifyInput, VerifyMessage } from './verify-entries.ts';
import workerUrl from './verify-worker.ts?worker&url';

/**
 * Verifies entries in a worker: a signature takes a slow phone 20 ms and more. `onMessage` receives its messages.
 * Returns the function that stops it.
 */
export function startVerifying(input: VerifyInput, onMessage: (message: VerifyMessage) => void): () => void {
  return startWorker<VerifyMessage>({ url: trustedScriptUrl(workerUrl), input }, onMessage);
}
