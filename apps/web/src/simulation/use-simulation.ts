import { startSimulation } from '@city-mint/client/start-simulation.ts';
import type { SimulationInput } from '@city-mint/domain/simulation/answer-simulation';
import type { Outlook } from '@city-mint/domain/simulation/simulate-plan';
import { useEffect, useState } from 'react';

export type SimulationStatus =
  | { readonly kind: 'running'; readonly done: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'done'; readonly outlook: Outlook };

/** The current status of one attempt to simulate an input. */
type Attempt = { readonly of: SimulationInput; readonly attempt: number; readonly status: SimulationStatus };

/**
 * Simulates a plan in a worker while there is an input, and terminates the worker when the input changes or is removed;
 * caches results by input. Returns the progress, the result, and the function that restarts it.
 */
export function useSimulation(input: SimulationInput | null): {
  readonly status: SimulationStatus;
  readonly retry: () => void;
} {
  const [attempt, setAttempt] = useState(0);
  const [latest, setLatest] = useState<Attempt | null>(null);
  const [outlooks, setOutlooks] = useState<ReadonlyMap<SimulationInput, Outlook>>(new Map());
  const known = input === null ? undefined : outlooks.get(input);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (input === null || isKnown) return undefined;
    const show = (status: SimulationStatus) => setLatest({ of: input, attempt, status });
    try {
      return startSimulation(input, (message) => {
        if (message.kind === 'progress') return show({ kind: 'running', done: message.done });
        if (message.kind === 'failed') return show(message);
        setOutlooks((before) => new Map(before).set(input, message.outlook));
      });
    } catch {
      show({ kind: 'failed' });
      return undefined;
    }
  }, [input, isKnown, attempt]);
  const isLatest = latest !== null && latest.of === input && latest.attempt === attempt;
  return {
    status:
      known !== undefined ? { kind: 'done', outlook: known } : isLatest ? latest.status : { kind: 'running', done: 0 },
    retry: () => setAttempt((count) => count + 1),
  };
}
