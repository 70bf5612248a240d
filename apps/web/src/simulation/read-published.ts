import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { SimulationInput } from '@city-mint/domain/simulation/answer-simulation';
import { parsePublication } from '@city-mint/domain/simulation/published-simulation';
import { stopAfter } from '@city-mint/domain/simulation/stop-after';

type Reply = ReplyOf<'GET /api/app/rounds/:roundId/plan'>;

/** What was published of a plan: nothing to simulate, something that cannot be simulated, or all of it. */
export type Published =
  | { readonly kind: 'none' | 'unreadable' }
  | { readonly kind: 'ready'; readonly input: SimulationInput };

/** Returns what was published of a plan, read from its two documents, which are not trusted. */
export function readPublished({ plan, simulation }: Pick<Reply, 'plan' | 'simulation'>): Published {
  if (simulation === null) return { kind: 'none' };
  const parsed = parsePublication(plan, simulation);
  if (!parsed.ok) return { kind: 'unreadable' };
  return { kind: 'ready', input: { plan: parsed.plan, simulation: parsed.simulation } };
}

/** When the crowd stops coming: as it was published, or after so many rounds. */
export type Stop = 'published' | `${number}`;

/** After so many rounds a reader has the crowd stop: in the first round, and after a few, more and many. */
const STOPS_AFTER = [0, 3, 10, 30] as const;

/** A stop that a reader can choose, and what is simulated then. */
export type StopChoice = { readonly stop: Stop; readonly rounds: number | null; readonly input: SimulationInput };

/** Returns the stops that a plan has: as published first, then those that its rounds and a device allow. */
export function stopChoices(input: SimulationInput): readonly [StopChoice, ...StopChoice[]] {
  const { plan } = input;
  const others = STOPS_AFTER.flatMap((rounds): StopChoice[] => {
    const simulation = stopAfter(plan, input.simulation, rounds);
    return simulation === null ? [] : [{ stop: `${rounds}`, rounds, input: { plan, simulation } }];
  });
  return [{ stop: 'published', rounds: null, input }, ...others];
}
