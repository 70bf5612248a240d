import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { language } from '../languages.ts';
import { roundInBrief, roundState } from '../rounds/endpoints.ts';
import {
  address,
  amount,
  amountInput,
  currency,
  durationInput,
  id,
  pageOf,
  pageRequest,
  time,
  timeInput,
  wholeNumber,
} from '../wire.ts';
import { actCall } from './operator-action.ts';

const cityName = z.string().min(1, 'text-format').max(60, 'text-too-long');
const latitude = z.number().min(-90, 'value-not-allowed').max(90, 'value-not-allowed');
const longitude = z.number().min(-180, 'value-not-allowed').max(180, 'value-not-allowed');

/** A phase plan, its terms beside it; times in UTC milliseconds, amounts in whole units. */
export const planFields = {
  city: cityName,
  phase: wholeNumber,
  firstOpensAt: timeInput,
  windowMs: durationInput,
  gapMs: durationInput,
  rounds: wholeNumber,
  firstQuota: amountInput,
  growthBps: wholeNumber,
  minimum: amountInput,
  walletMaximum: amountInput,
  mintFeeBps: wholeNumber,
  lossBps: wholeNumber,
  mintAmount: amountInput,
  firstStageBps: wholeNumber,
  secondStageBps: wholeNumber,
  thirdStageBps: wholeNumber,
  secondStageDelayMs: durationInput,
  thirdStageDelayMs: durationInput,
  referralBps: wholeNumber,
  nodesBps: wholeNumber,
  levelsBps: wholeNumber,
  treasuryBps: wholeNumber,
  reserveDrawBps: wholeNumber,
  compensationTimesBps: wholeNumber,
};

const operatorRound = z.object({ ...roundInBrief, city: z.string() });

/** A withdrawal as an operator sees it. */
export const operatorWithdrawal = {
  withdrawalId: id,
  account: address,
  to: address,
  currency,
  amount,
  requestedAt: time,
};

/** The operator's calls for plans, rounds, cities, texts and single withdrawals. */
export const operatorContentEndpoints = {
  'POST /api/ops/plans': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Phase plans, newest first.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        planId: id,
        city: z.string(),
        phase: z.int(),
        state: z.enum(['running', 'ended', 'failed']),
        rounds: z.int(),
        firstOpensAt: time,
        firstQuota: amount,
        nextPhaseTime: time.nullable(),
        publishedAt: time,
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/plans/check': endpoint({
    who: 'ops',
    rate: 'heavy',
    summary: 'Every bound that a plan breaks, and its rounds if each of them fills its window.',
    request: z.strictObject(planFields),
    reply: z.object({
      violations: z.array(z.object({ field: z.string(), bound: z.string() })),
      rounds: z.array(z.object({ number: z.int(), opensAt: time, closesAt: time, quota: amount })),
    }),
    refusals: [],
  }),
  'POST /api/ops/plans/publish': actCall({
    summary: 'Publishes a phase plan; the worker publishes its rounds.',
    fields: { ...planFields },
    refusals: ['plan-out-of-bounds', 'unknown-city', 'phase-exists'],
  }),
  'POST /api/ops/rounds': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Rounds, newest first.',
    request: z.strictObject({ state: roundState.optional(), ...pageRequest }),
    reply: pageOf(operatorRound),
    refusals: [],
  }),
  'POST /api/ops/rounds/detail': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'A round with the times of its steps.',
    request: z.strictObject({ roundId: id }),
    reply: z.object({
      round: operatorRound,
      steps: z.array(z.object({ state: roundState, at: time })),
      dueAt: time.nullable(),
      /** Since when an operator keeps it aside. */
      suspendedSince: time.nullable(),
    }),
    refusals: ['not-found'],
  }),
  'POST /api/ops/cities/add': actCall({
    summary: 'Adds a city.',
    fields: { name: cityName, latitude, longitude },
    refusals: ['city-exists'],
  }),
  'POST /api/ops/cities/edit': actCall({
    summary: 'Moves a city on the map. Its name stands in the terms of its rounds and stays.',
    fields: { name: cityName, latitude, longitude },
    refusals: ['unknown-city', 'nothing-changes'],
  }),
  'POST /api/ops/texts/set': actCall({
    summary: 'Overrides a text of the page in one language; null brings the bundled one back.',
    fields: {
      lang: language,
      key: z
        .string()
        .max(200, 'text-too-long')
        .regex(/^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)+$/, 'text-format'),
      text: z.string().min(1, 'text-format').max(4_000, 'text-too-long').nullable(),
    },
    refusals: ['nothing-changes'],
  }),
  'POST /api/ops/withdrawals': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Withdrawals that wait for an operator, oldest first.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(z.object(operatorWithdrawal)),
    refusals: [],
  }),
  'POST /api/ops/withdrawals/approve': actCall({
    summary: 'Lets a withdrawal above the threshold go; nobody approves his own.',
    fields: { withdrawalId: id },
    refusals: ['not-found', 'not-waiting', 'own-withdrawal'],
  }),
  'POST /api/ops/withdrawals/reject': actCall({
    summary: 'Gives back what a waiting withdrawal had frozen.',
    fields: { withdrawalId: id },
    refusals: ['not-found', 'not-waiting'],
  }),
};
