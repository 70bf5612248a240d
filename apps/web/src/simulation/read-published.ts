import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { SimulationInput } from '@city-mint/domain/simulation/answer-simulation';
import { parsePublication } from '@city-mint/domain/simulation/published-simulation';
import { stopAfter } from '@city-mint/domain/simulation/stop-after';

type Reply = ReplyOf<'GET /api/app/rounds/:roundId/plan'>;

/** A plan's published simulation: none, one that cannot be simulated, or all of its inputs. */
export type Published =
  | { readonly kind: 'none' | 'unreadable' }
  | { readonly kind: 'ready'; readonly input: SimulationInput };

/** Returns a plan's published simulation, parsed from its two untrusted documents. */
export function readPublished({ plan, simulation }: Pick<Reply, 'plan' | 'simulation'>): Published {
  if (simulation === null) return { kind: 'none' };
  const parsed = parsePublication(plan, simulation);
  if (!parsed.ok) return { kind: 'unreadable' };
  return { kind: 'ready', input: { plan: parsed.plan, simulation: parsed.simulation } };
}

/** When the crowd stops joining: as published, or after this many rounds. */
export type Stop = 'published' | `${number}`;

/** Offered numbers of rounds after which the crowd stops: none, a few, more and many. */
const STOPS_AFTER = [0, 3, 10, 30] as const;

/** A stop that the user can choose, and the input that it simulates. */
export type StopChoice = { readonly stop: Stop; readonly rounds: number | null; readonly input: SimulationInput };

/** Returns the stops for a plan: the published one first, then those that its rounds and a device allow. */
export function stopChoices(input: SimulationInput): readonly [StopChoice, ...StopChoice[]] {
  const { plan } = input;
  const others = STOPS_AFTER.flatMap((rounds): StopChoice[] => {
    const simulation = stopAfter(plan, input.simulation, rounds);
    return simulation === null ? [] : [{ stop: `${rounds}`, rounds, input: { plan, simulation } }];
  });
  return [{ stop: 'published', rounds: null, input }, ...others];
}
