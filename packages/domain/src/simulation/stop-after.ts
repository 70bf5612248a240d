import { divide } from '../money/division.ts';
import type { PhasePlan } from '../rounds/phase-plan.ts';
import {
  expectedVisits,
  MOST_ROUNDS,
  MOST_VISITS,
  type PublishedSimulation,
  type Simulation,
} from './published-simulation.ts';

/** How full the round in which a crowd stops gets: a share, since a large crowd fills any round within moments. */
const STOPS_AT_FILLED_BPS = 5_000;

/**
 * Returns a published simulation with another stop, all else as it was published: the crowd comes for this many rounds,
 * and to the next one until it is half full. It has fewer runs where as many would be more than a device simulates, and
 * more rounds where it needs them. Null where the plan has no such round, or where even one run would be too much.
 */
export function stopAfter(
  plan: Pick<PhasePlan, 'rounds'>,
  published: PublishedSimulation,
  rounds: number,
): Simulation | null {
  if (rounds >= plan.rounds || rounds + 2 > MOST_ROUNDS) return null;
  // The round in which it stops, and the one that fails if a single order has filled that one.
  const isLonger = published.mostRounds < rounds + 2;
  const mostRounds = isLonger ? rounds + 2 : published.mostRounds;
  const stopped = { ...published, mostRounds, stop: { rounds, filledBps: STOPS_AT_FILLED_BPS } };
  const crowd = { ...published.crowd, stopsInRound: rounds + 1 };
  const visits = expectedVisits(plan, { ...stopped, crowd, runs: 1 });
  if (visits > MOST_VISITS) return null;
  if (visits * published.runs <= MOST_VISITS) return stopped;
  return { ...stopped, runs: Number(divide(BigInt(MOST_VISITS), { by: BigInt(visits), rounding: 'down' })) };
}
