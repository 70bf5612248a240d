import { inEveryLanguage } from '@city-mint/domain/languages';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roundOutcome, roundState } from '../rounds/endpoints.ts';
import { plan, publishedSimulation, simulatedFunds, simulationFields } from '../rounds/published-plan.ts';
import { planFields } from '../rounds/terms.ts';
import { amount, checkRange, id, pageOf, pageRequest, time, timeInput } from '../wire.ts';
import { consentsAsked } from './consents-asked.ts';
import { operatorAction } from './operator-action.ts';

export const cityName = z.string().min(1, 'text-format').max(60, 'text-too-long');
const latitude = z.number().min(-90, 'value-not-allowed').max(90, 'value-not-allowed');
const longitude = z.number().min(-180, 'value-not-allowed').max(180, 'value-not-allowed');

/** The public name of a city: letters, digits and the separators of names; no link, no markup. */
const localName = z
  .string()
  .max(60, 'text-too-long')
  .regex(/^[\p{L}\p{M}](?:[\p{L}\p{M}\p{N}'’·()-]|\.?[ ](?=[\p{L}\p{N}(]))*$/u, 'text-format');
const localNames = inEveryLanguage(() => localName);

export const planState = z.enum(['running', 'ending', 'ended', 'failed', 'cancelled', 'revoked']);

const listedPlan = {
  planId: id,
  city: z.string(),
  phase: z.int(),
  state: planState,
  /** The terms are null where this release cannot read them: no round of the plan is published until it can. */
  unreadable: z.boolean(),
  rounds: z.int().nullable(),
  firstOpensAt: time.nullable(),
  firstQuota: amount.nullable(),
  nextPhaseTime: time.nullable(),
  publishedAt: time,
};

/** A field in which a plan differs from the last one of its city, and what that is for participants. */
const planDifference = z.object({ field: z.string(), direction: z.enum(['better', 'worse', 'neutral']) });

/** A round of a plan, in brief. */
const planRound = z.object({
  roundId: id,
  number: z.int(),
  state: roundState,
  outcome: roundOutcome.nullable(),
  opensAt: time,
  closesAt: time,
  quota: amount,
  filled: amount,
  orders: z.int(),
});

/** Phase plans and cities. */
export const offerEndpoints = {
  'POST /api/ops/plans': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists phase plans, latest published first, of a city, a state or a span of publication; one that this ' +
      'release cannot read is `unreadable`, without its terms.',
    request: z
      .strictObject({
        city: cityName.optional(),
        state: planState.optional(),
        from: timeInput.optional(),
        to: timeInput.optional(),
        ...pageRequest,
      })
      .superRefine(checkRange),
    reply: pageOf(z.object(listedPlan)),
    refusals: [],
  }),
  'POST /api/ops/plans/detail': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves a phase plan with the previous one of its city, its rounds so far and its published ' + 'simulation.',
    request: z.strictObject({ planId: id }),
    reply: z.object({
      plan: z.object(listedPlan),
      /** Null where this release cannot read it. */
      terms: plan.nullable(),
      before: plan.nullable(),
      differences: z.array(planDifference),
      simulation: publishedSimulation.nullable(),
      rounds: z.array(planRound),
    }),
    refusals: ['not-found'],
  }),
  'POST /api/ops/plans/last': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the last plan of a city, against which the next one is compared, and the starting funds of its ' +
      'simulation.',
    request: z.strictObject({ city: cityName }),
    reply: z.object({ planId: id.nullable(), plan: plan.nullable(), funds: simulatedFunds }),
    refusals: ['unknown-city'],
  }),
  'POST /api/ops/plans/check': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Validates a phase plan. Returns every violated bound, the changes for participants against the last plan ' +
      'of its city, the number of users whom its publication asks for a new consent with the reason, and the ' +
      'schedule of a plan that violates none.',
    request: z.strictObject(planFields),
    reply: z.object({
      violations: z.array(z.object({ field: z.string(), bound: z.string() })),
      /** Of the city's last plan; empty where there is none. */
      differences: z.array(planDifference),
      consents: consentsAsked,
      rounds: z.array(z.object({ number: z.int(), opensAt: time, closesAt: time, quota: amount })),
    }),
    refusals: [],
  }),
  'POST /api/ops/cities': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists cities, newest first, with their names, coordinates and last plan.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        names: z.record(z.string(), z.string()),
        minted: z.int(),
        failed: z.int(),
        lastPlan: z.object({ planId: id, phase: z.int(), state: planState }).nullable(),
      }),
    ),
    refusals: [],
  }),
};

/** Actions on phase plans and cities. */
export const offerActions = {
  'POST /api/ops/plans/publish': operatorAction({
    summary:
      'Publishes a phase plan with the crowd that it was simulated with; its rounds are scheduled automatically. ' +
      'Requires confirmation by a second operator.',
    fields: { ...planFields, ...simulationFields },
    consequence: ['rounds', 'opensAt', 'bargain', 'cost', 'price'],
    refusals: ['plan-out-of-bounds', 'unknown-city', 'phase-exists'],
  }),
  'POST /api/ops/plans/revoke': operatorAction({
    summary:
      'Revokes a phase plan whose first round has not begun: it disappears from coming rounds, and a first ' +
      'round that is already published is cancelled without an order.',
    fields: { planId: id },
    consequence: ['rounds'],
    refusals: ['not-found', 'plan-over', 'plan-begun'],
  }),
  'POST /api/ops/plans/end': operatorAction({
    summary: 'Ends a running phase plan: its latest published round is held, and none after it.',
    fields: { planId: id },
    consequence: ['rounds', 'orders', 'wallets', 'held'],
    refusals: ['not-found', 'plan-over', 'plan-not-begun', 'nothing-changes', 'round-published'],
  }),
  'POST /api/ops/cities/add': operatorAction({
    summary: 'Adds a city: its name in terms, and its displayed name in each language.',
    fields: { name: cityName, latitude, longitude, ...localNames },
    consequence: [],
    refusals: ['city-exists'],
  }),
  'POST /api/ops/cities/edit': operatorAction({
    summary: 'Updates the coordinates of a city. Its name is part of published terms and cannot be changed.',
    fields: { name: cityName, latitude, longitude },
    consequence: [],
    refusals: ['unknown-city', 'nothing-changes'],
  }),
  'POST /api/ops/cities/names': operatorAction({
    summary:
      'Sets the displayed name of a city in each language. Terms and settlements keep its original name. ' +
      'Requires confirmation by a second operator.',
    fields: { name: cityName, ...localNames },
    consequence: [],
    refusals: ['unknown-city', 'nothing-changes'],
  }),
};
