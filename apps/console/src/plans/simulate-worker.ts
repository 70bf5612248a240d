import { simulatePublished } from '@city-mint/domain/simulation/published-simulation';
import type { SimulationInput, SimulationMessage } from './start-simulation.ts';

/** How often it says how far it is, in milliseconds. */
const PROGRESS_MS = 100;

/** Simulates the plan that it is sent, beside the console. */
self.addEventListener('message', ({ data: { plan, simulation } }: MessageEvent<SimulationInput>) => {
  const post = (message: SimulationMessage) => self.postMessage(message);
  let saidAt = performance.now();
  try {
    const outlook = simulatePublished(plan, simulation, (done) => {
      if (performance.now() - saidAt < PROGRESS_MS) return;
      saidAt = performance.now();
      post({ kind: 'progress', done });
    });
    post({ kind: 'done', outlook });
  } catch {
    post({ kind: 'failed' });
  }
});
