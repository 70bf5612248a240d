import type { PhasePlan } from '../rounds/phase-plan.ts';
import { type Simulation, simulatePublished } from './published-simulation.ts';
import type { Outlook } from './simulate-plan.ts';

/** The message to a worker: a plan, and the crowd, draws and funds to simulate it with. */
export type SimulationInput = { readonly plan: PhasePlan; readonly simulation: Simulation };

/** The worker's messages: the number of completed runs, and their results. */
export type SimulationMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'done'; readonly outlook: Outlook }
  | { readonly kind: 'failed' };

/** How often it says how far it is, in milliseconds. */
const PROGRESS_MS = 100;

type Answering = {
  readonly post: (message: SimulationMessage) => void;
  /** Returns milliseconds since whatever moment. */
  readonly now: () => number;
};

/** Simulates a plan and posts how far it is, then the outlook; that it failed, for what cannot be simulated. */
export function answerSimulation({ plan, simulation }: SimulationInput, { post, now }: Answering): void {
  let saidAt = now();
  try {
    const outlook = simulatePublished(plan, simulation, (done) => {
      if (now() - saidAt < PROGRESS_MS) return;
      saidAt = now();
      post({ kind: 'progress', done });
    });
    post({ kind: 'done', outlook });
  } catch {
    post({ kind: 'failed' });
  }
}
