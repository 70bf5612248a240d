import type { SimulationInput, SimulationMessage } from '@city-mint/domain/simulation/answer-simulation';
import workerUrl from './simulate-worker.ts?worker&url';
import { startWorker } from './start-worker.ts';
import { trustedScriptUrl } from './trusted-scripts.ts';

/** Has a worker simulate a plan, so that the screen answers meanwhile. Returns what ends it. */
export function startSimulation(input: SimulationInput, onMessage: (message: SimulationMessage) => void): () => void {
  return startWorker<SimulationMessage>({ url: trustedScriptUrl(workerUrl), input }, onMessage);
}
