import { inEveryLanguage } from '@city-mint/domain/languages';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listedRound } from '../rounds/city-endpoints.ts';
import { roundState } from '../rounds/endpoints.ts';
import { planFields } from '../rounds/terms.ts';
import { amount, id, pageOf, pageRequest, time } from '../wire.ts';
import { operatorAction } from './operator-action.ts';

const cityName = z.string().min(1, 'text-format').max(60, 'text-too-long');
const latitude = z.number().min(-90, 'value-not-allowed').max(90, 'value-not-allowed');
const longitude = z.number().min(-180, 'value-not-allowed').max(180, 'value-not-allowed');

/** What readers see of a city: letters and digits, and what is between the parts of a name; no link, no markup. */
const localName = z
  .string()
  .max(60, 'text-too-long')
  .regex(/^[\p{L}\p{M}](?:[\p{L}\p{M}\p{N}'’·()-]|\.?[ ](?=[\p{L}\p{N}(]))*$/u, 'text-format');
const localNames = inEveryLanguage(() => localName);

const operatorRound = z.object({ ...listedRound, city: z.string() });

/** Phase plans and rounds. */
export const offerEndpoints = {
  'POST /api/ops/plans': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists phase plans, newest first; one that this release cannot read is `unreadable`, without its terms.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        planId: id,
        city: z.string(),
        phase: z.int(),
        state: z.enum(['running', 'ending', 'ended', 'failed', 'cancelled', 'revoked']),
        /** The terms are null where this release cannot read them: no round of the plan is published until it can. */
        unreadable: z.boolean(),
        rounds: z.int().nullable(),
        firstOpensAt: time.nullable(),
        firstQuota: amount.nullable(),
        nextPhaseTime: time.nullable(),
        publishedAt: time,
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/plans/check': endpoint({
    who: 'ops',
    rate: 'heavy',
    summary: 'Validates a phase plan. Returns every violated bound, or the schedule of a plan that violates none.',
    request: z.strictObject(planFields),
    reply: z.object({
      violations: z.array(z.object({ field: z.string(), bound: z.string() })),
      rounds: z.array(z.object({ number: z.int(), opensAt: time, closesAt: time, quota: amount })),
    }),
    refusals: [],
  }),
  'POST /api/ops/rounds': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists rounds, newest first.',
    request: z.strictObject({ state: roundState.optional(), ...pageRequest }),
    reply: pageOf(operatorRound),
    refusals: [],
  }),
  'POST /api/ops/rounds/detail': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves a round with the time of each of its states.',
    request: z.strictObject({ roundId: id }),
    reply: z.object({
      round: operatorRound,
      steps: z.array(z.object({ state: roundState, at: time })),
      dueAt: time.nullable(),
      suspendedSince: time.nullable(),
    }),
    refusals: ['not-found'],
  }),
};

/** Actions on phase plans and cities. */
export const offerActions = {
  'POST /api/ops/plans/publish': operatorAction({
    summary:
      'Publishes a phase plan; its rounds are scheduled automatically. Requires confirmation by a second operator.',
    fields: planFields,
    refusals: ['plan-out-of-bounds', 'unknown-city', 'phase-exists'],
  }),
  'POST /api/ops/plans/revoke': operatorAction({
    summary:
      'Revokes a phase plan whose first round has not begun: it disappears from what is coming, and a first round ' +
      'that is published already is cancelled without an order.',
    fields: { planId: id },
    refusals: ['not-found', 'plan-over', 'plan-begun'],
  }),
  'POST /api/ops/plans/end': operatorAction({
    summary: 'Ends a running phase plan: the round that was published last is held, and none after it.',
    fields: { planId: id },
    refusals: ['not-found', 'plan-over', 'plan-not-begun', 'nothing-changes', 'round-published'],
  }),
  'POST /api/ops/cities/add': operatorAction({
    summary: 'Adds a city: the name that its terms have, and the one that readers see in each language.',
    fields: { name: cityName, latitude, longitude, ...localNames },
    refusals: ['city-exists'],
  }),
  'POST /api/ops/cities/edit': operatorAction({
    summary: 'Updates the coordinates of a city. Its name is part of published terms and cannot be changed.',
    fields: { name: cityName, latitude, longitude },
    refusals: ['unknown-city', 'nothing-changes'],
  }),
  'POST /api/ops/cities/names': operatorAction({
    summary:
      'Sets the name of a city that readers see in each language. Terms and settlements keep the one it was added ' +
      'with. Requires confirmation by a second operator.',
    fields: { name: cityName, ...localNames },
    refusals: ['unknown-city', 'nothing-changes'],
  }),
};

/** Actions on single rounds. */
export const roundActions = {
  'POST /api/ops/rounds/suspend': operatorAction({
    summary: 'Suspends a round: it takes no further step and its money stays in escrow. Other rounds continue.',
    fields: { roundId: id },
    refusals: ['not-found', 'round-over', 'nothing-changes'],
  }),
  'POST /api/ops/rounds/cancel': operatorAction({
    summary:
      'Cancels a round that is open or full and not being settled: every principal is returned whole, its phase ends, ' +
      'and its participants read the reason. Requires confirmation by a second operator.',
    fields: { roundId: id },
    refusals: ['not-found', 'round-not-cancellable'],
  }),
  'POST /api/ops/rounds/resume': operatorAction({
    summary: 'Resumes a suspended round. Requires confirmation by a second operator.',
    fields: { roundId: id },
    refusals: ['not-found', 'nothing-changes'],
  }),
};
