import type { SimulationInput, SimulationMessage } from '@city-mint/domain/simulation/answer-simulation';
import { startWorker } from '@city-mint/ui/start-worker.ts';
import { trustedScriptUrl } from '@city-mint/ui/trusted-scripts.ts';
import workerUrl from './simulate-worker.ts?worker&url';

/** Has a worker simulate a plan, so that the console goes on answering. Returns what ends it. */
export function startSimulation(input: SimulationInput, onMessage: (message: SimulationMessage) => void): () => void {
  return startWorker<SimulationMessage>({ url: trustedScriptUrl(workerUrl), input }, onMessage);
}
