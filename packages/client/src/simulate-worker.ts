import './add-missing-methods.ts';
import { answerSimulation, type SimulationInput } from '@city-mint/domain/simulation/answer-simulation';

/** Simulates the plan that it is sent, beside the page. */
self.addEventListener('message', ({ data }: MessageEvent<SimulationInput>) => {
  answerSimulation(data, { post: (message) => self.postMessage(message), now: () => performance.now() });
});
