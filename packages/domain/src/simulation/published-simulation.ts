import { describeBound } from '../json/bound.ts';
import { checkFields, type FieldViolation, readFields, unless } from '../json/field-table.ts';
import { createJsonReader } from '../json/json-reader.ts';
import { divide } from '../money/division.ts';
import { ZERO } from '../money/token-amount.ts';
import { checkPhasePlan, type PhasePlan, parsePlan } from '../rounds/phase-plan.ts';
import { CROWD_FIELDS, type Crowd, checkCrowd } from './crowd.ts';
import { type Outlook, startOutlook } from './simulate-plan.ts';
import type { OwnStop } from './simulate-run.ts';
import type { Funds } from './simulated-round.ts';

/** The most rounds of a run. */
export const MOST_ROUNDS = 200;

/** Draws of a published simulation: its seed, how many runs it has, and the most rounds of each. */
const DRAW_FIELDS = {
  seed: { kind: 'duration', to: 1_000_000 },
  runs: { kind: 'count', to: 1_000 },
  mostRounds: { kind: 'count', to: MOST_ROUNDS },
} as const;

/** The funds of the rounds as they begin; base units. */
const FUND_FIELDS = {
  reserve: { kind: 'amount' },
  reserveCap: { kind: 'amount' },
  emission: { kind: 'amount' },
} as const;

/** The most visits of wallets to rounds, over all runs: a phone simulates as many within a minute. */
export const MOST_VISITS = 4_000_000;

/** The settings of an operator's simulation: the crowd, and how it is drawn. */
export type SimulationSettings = {
  readonly crowd: Crowd;
  readonly seed: number;
  readonly runs: number;
  readonly mostRounds: number;
};

/** What of a fund a simulation begins with; base units. */
export type SimulatedFunds = Pick<Funds, 'reserve' | 'reserveCap' | 'emission'>;

/** The simulation that is published with a plan, so that every reader can simulate it again with the same figures. */
export type PublishedSimulation = SimulationSettings & { readonly funds: SimulatedFunds };

/** A published simulation, with a stop in place of its crowd's own where a reader chose one. */
export type Simulation = PublishedSimulation & { readonly stop?: OwnStop };

/**
 * Returns every bound that the settings of a simulation break, those of its crowd first; empty for valid ones. Fields
 * are named as in `Crowd` and `SimulationSettings`.
 */
export function checkSimulation(plan: Pick<PhasePlan, 'rounds'>, settings: SimulationSettings): FieldViolation[] {
  const { crowd, ...draws } = settings;
  const violations = [...checkCrowd(crowd), ...checkFields(DRAW_FIELDS, draws)];
  if (violations.length > 0) return violations;
  return unless(expectedVisits(plan, settings) <= MOST_VISITS, 'runs', `at-most-visits ${MOST_VISITS}`);
}

/** Returns how many visits of wallets to rounds all runs have if none fails, each share rounded down. */
export function expectedVisits(plan: Pick<PhasePlan, 'rounds'>, settings: SimulationSettings): number {
  const { crowd, runs, mostRounds } = settings;
  const part = (whole: number, bps: number) =>
    Number(divide(BigInt(whole) * BigInt(bps), { by: 10_000n, rounding: 'down' }));
  let [newcomers, visitors, visits] = [crowd.newcomers, 0, 0];
  // Once the crowd has stopped, the next round fails.
  const stops = crowd.stopsInRound === 0 ? mostRounds : crowd.stopsInRound + 1;
  const isHeld = (round: number) => round <= mostRounds && round <= stops && round <= plan.rounds;
  for (let round = 1; isHeld(round) && visits * runs <= MOST_VISITS; round += 1) {
    visitors = part(visitors, crowd.returningBps) + newcomers;
    newcomers = part(newcomers, crowd.newcomersFactor);
    visits += visitors;
  }
  return visits * runs;
}

/**
 * Simulates a plan as it was published, or with a reader's own stop, run by run: `onRun` is called after each with how
 * many are done. Returns the outlook; the same input has the same one on every machine. docs/simulation.md
 */
export function simulatePublished(plan: PhasePlan, simulation: Simulation, onRun?: (done: number) => void): Outlook {
  const { crowd, seed, runs, mostRounds, funds, stop } = simulation;
  const held = { ...funds, nodes: ZERO, levels: ZERO, treasury: ZERO, launchCosts: ZERO };
  const outlook = startOutlook({ plan, crowd, funds: held, seed, mostRounds, stop });
  for (let run = 1; run <= runs; run += 1) {
    outlook.addRun(run);
    onRun?.(run);
  }
  return outlook.result();
}

/** Returns a simulation as JSON: amounts as strings of base units. */
export function simulationJson(simulation: PublishedSimulation): string {
  return JSON.stringify(simulation, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** `error` is one line with the place and the fault. */
export type ParsedPublication =
  | { ok: true; plan: PhasePlan; simulation: PublishedSimulation }
  | { ok: false; error: string };

/**
 * Returns plan and simulation of a publication, the two documents parsed, or an error: that they cannot be read, or the
 * first bound that they break, so that no crowd is begun that no device simulates.
 */
export function parsePublication(planDocument: unknown, simulationDocument: unknown): ParsedPublication {
  const parsedPlan = parsePlan(planDocument);
  if (!parsedPlan.ok) return { ok: false, error: `plan: ${parsedPlan.error}` };
  const parsed = parseSimulation(simulationDocument);
  if (!parsed.ok) return { ok: false, error: `simulation: ${parsed.error}` };
  const { plan } = parsedPlan;
  const { simulation } = parsed;
  const [violation] = [...checkPhasePlan(plan), ...checkSimulation(plan, simulation)];
  if (violation !== undefined) {
    return { ok: false, error: `${violation.field}: must be ${describeBound(violation.bound)}` };
  }
  return { ok: true, plan, simulation };
}

/** `error` is one line with the place and the fault. */
export type ParsedSimulation = { ok: true; simulation: PublishedSimulation } | { ok: false; error: string };

/** Returns a simulation from its JSON (`simulationJson`, parsed), or an error. Bounds are checked at publication. */
export function parseSimulation(document: unknown): ParsedSimulation {
  const reader = createJsonReader();
  const place = { value: document, path: '' };
  const simulation = {
    crowd: readFields(CROWD_FIELDS, { reader, place: reader.field(place, 'crowd') }),
    ...readFields(DRAW_FIELDS, { reader, place }),
    funds: readFields(FUND_FIELDS, { reader, place: reader.field(place, 'funds') }),
  };
  const error = reader.problem();
  return error === undefined ? { ok: true, simulation } : { ok: false, error };
}
