import type { SimulationInput, SimulationMessage } from '@city-mint/domain/simulation/answer-simulation';
import workerUrl from './simulate-worker.ts?worker&url';
import { startWorker } from './start-worker.ts';
import { trustedScriptUrl } from './trusted-scripts.ts';

/** Simulates a plan in a worker, so that the page stays responsive. Returns a function that stops it. */
export function startSimulation(input: SimulationInput, onMessage: (message: SimulationMessage) => void): () => void {
  return startWorker<SimulationMessage>({ url: trustedScriptUrl(workerUrl), input }, onMessage);
}
