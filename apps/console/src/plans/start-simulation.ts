import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import type { PublishedSimulation } from '@city-mint/domain/simulation/published-simulation';
import type { Outlook } from '@city-mint/domain/simulation/simulate-plan';
import { trustedScriptUrl } from '#platform/trusted-scripts.ts';
import workerUrl from './simulate-worker.ts?worker&url';

/** What is simulated: a plan, and with which crowd and funds. */
export type SimulationInput = { readonly plan: PhasePlan; readonly simulation: PublishedSimulation };

/** What the worker says: how many runs are done, and what they came to. */
export type SimulationMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'done'; readonly outlook: Outlook }
  | { readonly kind: 'failed' };

/** Has a worker simulate a plan, so that the console goes on answering. Returns what ends it. */
export function startSimulation(input: SimulationInput, onMessage: (message: SimulationMessage) => void): () => void {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<SimulationMessage>) => {
    onMessage(data);
    if (data.kind !== 'progress') worker.terminate();
  });
  worker.addEventListener('error', () => onMessage({ kind: 'failed' }));
  worker.postMessage(input);
  return () => worker.terminate();
}
