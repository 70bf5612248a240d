import { type FieldViolation, mapFields } from '@city-mint/domain/json/field-table';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type PhasePlan, PLAN_FIELDS } from '@city-mint/domain/rounds/phase-plan';
import type { SimulatedFunds, SimulationSettings } from '@city-mint/domain/simulation/published-simulation';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, amount, amountInput, id, time, wholeNumber } from '../wire.ts';
import { IN_REPLIES, type planFields, SINGLE_TERMS } from './terms.ts';

/** The fields of a plan on one level, parsed. */
export type ParsedPlanRequest = z.output<z.ZodObject<typeof planFields>>;

/** A phase plan in replies: the fields that operators send, amounts in whole units. */
export const plan = z.object({
  ...mapFields<typeof PLAN_FIELDS, typeof IN_REPLIES>(PLAN_FIELDS, (_name, kind) => IN_REPLIES[kind]),
  ...mapFields<typeof SINGLE_TERMS, typeof IN_REPLIES>(SINGLE_TERMS, (_name, kind) => IN_REPLIES[kind]),
  firstStageBps: z.int(),
  secondStageBps: z.int(),
  thirdStageBps: z.int(),
  secondStageDelayMs: z.int(),
  thirdStageDelayMs: z.int(),
});

/** Returns the plan of a request that has the fields of its terms on one level. */
export function phasePlanOf(fields: ParsedPlanRequest): PhasePlan {
  const { city, phase, firstOpensAt, windowMs, gapMs, rounds, firstQuota, growthBps, ...rest } = fields;
  const { firstStageBps, secondStageBps, thirdStageBps, secondStageDelayMs, thirdStageDelayMs, ...terms } = rest;
  return {
    ...{ city, phase, firstOpensAt, windowMs, gapMs, rounds, firstQuota, growthBps },
    terms: {
      ...terms,
      stageBps: [firstStageBps, secondStageBps, thirdStageBps],
      stageDelaysMs: [0, secondStageDelayMs, thirdStageDelayMs],
    },
  };
}

/** The settings of an operator's simulation, signed with the plan: the crowd, and how it is drawn. */
export const simulationFields = {
  crowdNewcomers: wholeNumber,
  crowdNewcomersFactor: wholeNumber,
  crowdReturningBps: wholeNumber,
  crowdAutoMintBps: wholeNumber,
  crowdInvitedBps: wholeNumber,
  crowdSmallest: amountInput,
  crowdLargest: amountInput,
  crowdStopsInRound: wholeNumber,
  crowdStopsAtBps: wholeNumber,
  simulationSeed: wholeNumber,
  simulationRuns: wholeNumber,
  simulationRounds: wholeNumber,
};

/** The fields of a simulation, parsed. */
export type SimulationRequest = z.output<z.ZodObject<typeof simulationFields>>;

/** Returns the settings of a request. */
export function simulationOf(fields: SimulationRequest): SimulationSettings {
  return {
    crowd: {
      newcomers: fields.crowdNewcomers,
      newcomersFactor: fields.crowdNewcomersFactor,
      returningBps: fields.crowdReturningBps,
      autoMintBps: fields.crowdAutoMintBps,
      invitedBps: fields.crowdInvitedBps,
      smallest: fields.crowdSmallest,
      largest: fields.crowdLargest,
      stopsInRound: fields.crowdStopsInRound,
      stopsAtBps: fields.crowdStopsAtBps,
    },
    seed: fields.simulationSeed,
    runs: fields.simulationRuns,
    mostRounds: fields.simulationRounds,
  };
}

/** Returns settings as operators send them, amounts in whole units. */
export function formatSimulation({ crowd, seed, runs, mostRounds }: SimulationSettings) {
  return {
    crowdNewcomers: crowd.newcomers,
    crowdNewcomersFactor: crowd.newcomersFactor,
    crowdReturningBps: crowd.returningBps,
    crowdAutoMintBps: crowd.autoMintBps,
    crowdInvitedBps: crowd.invitedBps,
    crowdSmallest: formatAmount(crowd.smallest),
    crowdLargest: formatAmount(crowd.largest),
    crowdStopsInRound: crowd.stopsInRound,
    crowdStopsAtBps: crowd.stopsAtBps,
    simulationSeed: seed,
    simulationRuns: runs,
    simulationRounds: mostRounds,
  };
}

/** Returns a bound that a simulation breaks, its field named as operators send it. */
export function simulationViolation({ field, bound }: FieldViolation): FieldViolation {
  const named: Record<string, string> = { seed: 'Seed', runs: 'Runs', mostRounds: 'Rounds' };
  const draw = named[field];
  const name = draw === undefined ? `crowd${field.charAt(0).toUpperCase()}${field.slice(1)}` : `simulation${draw}`;
  return { field: name, bound };
}

/** What of the funds a simulation began with, in whole units. */
export const simulatedFunds = z.object({ reserve: amount, reserveCap: amount, emission: amount });

/** Returns funds in whole units. */
export function formatFunds({ reserve, reserveCap, emission }: SimulatedFunds): z.output<typeof simulatedFunds> {
  return {
    reserve: formatAmount(reserve),
    reserveCap: formatAmount(reserveCap),
    emission: formatAmount(emission),
  };
}

/** A simulation that was published with its plan: the fields that operators signed, and the funds of that moment. */
export const publishedSimulation = z.object({
  crowdNewcomers: z.int(),
  crowdNewcomersFactor: z.int(),
  crowdReturningBps: z.int(),
  crowdAutoMintBps: z.int(),
  crowdInvitedBps: z.int(),
  crowdSmallest: amount,
  crowdLargest: amount,
  crowdStopsInRound: z.int(),
  crowdStopsAtBps: z.int(),
  simulationSeed: z.int(),
  simulationRuns: z.int(),
  simulationRounds: z.int(),
  funds: simulatedFunds,
});

export const publishedPlanEndpoints = {
  'GET /api/app/rounds/:roundId/plan': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Returns the plan of a round and its published simulation, as `npm run simulate` reads both, and their ' +
      'signers.',
    request: z.strictObject({ roundId: id }),
    reply: z.object({
      planId: id,
      city: z.string(),
      phase: z.int(),
      publishedAt: time,
      /** The plan's document, amounts in base units; null where this release cannot read it. */
      plan: z.json(),
      /** The documents of crowd, draws and funds, amounts in base units; null for a plan without. */
      simulation: z.json(),
      /** The entry of the public log in which operators signed both; null for a plan that no operator published. */
      log: z.object({ logId: id, at: time, operator: address, proposedBy: address.nullable() }).nullable(),
    }),
    refusals: ['not-found'],
  }),
};
