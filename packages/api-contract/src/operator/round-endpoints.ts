import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listedRound } from '../rounds/city-endpoints.ts';
import { cancelledBy, orderState, roundOutcome, roundState } from '../rounds/endpoints.ts';
import { settlementFile } from '../rounds/settlement-files.ts';
import { terms } from '../rounds/terms.ts';
import {
  address,
  amount,
  bps,
  checkRange,
  hash,
  id,
  pageOf,
  pageRequest,
  signedAmount,
  time,
  timeInput,
} from '../wire.ts';
import { planState } from './offer-endpoints.ts';
import { operatorAction } from './operator-action.ts';

const cityName = z.string().min(1, 'text-format').max(60, 'text-too-long');

const operatorRound = z.object({ ...listedRound, city: z.string(), suspendedSince: time.nullable() });

/** The steps of settlements, each in its order, and the later stages of a minted round. */
const SETTLEMENT_STEP_NAMES = [
  ...(['compute', 'fees', 'pay', 'mint', 'refund', 'losses', 'compensate', 'return', 'close'] as const),
  ...(['stage2', 'stage3'] as const),
] as const;

/** A step of a settlement: how many of its parts are done, and when the last one was. */
const settlementStep = z.object({
  step: z.enum(SETTLEMENT_STEP_NAMES),
  parts: z.int(),
  done: z.int(),
  lastAt: time.nullable(),
});

/** What of the reserve a round that may still fail is covered by: `budget` of `maximumLoss` now. */
const coverage = z.object({
  reserve: amount,
  drawnFirst: amount,
  maximumLoss: amount,
  budget: amount,
  coverageBps: bps,
});

/** Rounds: list, detail, how they fill, their orders. */
export const roundReadEndpoints = {
  'POST /api/ops/rounds': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists rounds, latest opening first, of a city, a state or a span of openings.',
    request: z
      .strictObject({
        state: roundState.optional(),
        city: cityName.optional(),
        from: timeInput.optional(),
        to: timeInput.optional(),
        ...pageRequest,
      })
      .superRefine(checkRange),
    reply: pageOf(operatorRound),
    refusals: [],
  }),
  'POST /api/ops/rounds/detail': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves a round: the time of each of its states, its settlement step by step, the last step that ' +
      'failed, and its coverage by the reserve.',
    request: z.strictObject({ roundId: id }),
    reply: z.object({
      round: operatorRound,
      planId: id,
      planState: planState.nullable(),
      /** Null where this release cannot read them. */
      terms: terms.nullable(),
      termsHash: hash,
      steps: z.array(z.object({ state: roundState, at: time })),
      dueAt: time.nullable(),
      suspendedSince: time.nullable(),
      cancellation: z.object({ by: cancelledBy, reason: z.string() }).nullable(),
      /** Null before the window has ended. */
      settlement: z.array(settlementStep).nullable(),
      /** The step that failed after the last one that was done: when, how often in a row, and why. */
      failure: z.object({ at: time, tries: z.int(), error: z.string() }).nullable(),
      /** Null once the outcome of the round is known. */
      coverage: coverage.nullable(),
      /** The result of a settled round: totals by the names of the settlement file. */
      result: z
        .object({
          outcome: roundOutcome,
          settledAt: time,
          orders: z.int(),
          amount,
          totals: z.record(z.string(), amount),
          stages: z.array(z.object({ stage: z.int(), amount, dueAt: time, paidAt: time.nullable() })),
        })
        .nullable(),
      /** `url` is where anyone fetches the file; null where this process does not know the page’s origin. */
      files: z.array(settlementFile.extend({ url: z.string().nullable() })),
    }),
    refusals: ['not-found'],
  }),
  'POST /api/ops/rounds/fill': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Returns how a round filled: the raised amount at up to 60 times, at most two seconds old while it is ' + 'open.',
    request: z.strictObject({ roundId: id }),
    reply: z.object({ points: z.array(z.object({ at: time, filled: amount, orders: z.int() })) }),
    refusals: ['not-found'],
  }),
  'POST /api/ops/rounds/orders': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the orders of a round by rank: all, those of auto-mint or by hand, of a state or an outcome.',
    request: z.strictObject({
      roundId: id,
      way: z.enum(['auto-mint', 'by-hand']).optional(),
      state: orderState.optional(),
      ...pageRequest,
    }),
    reply: pageOf(
      z.object({
        orderId: id,
        rank: z.int(),
        address,
        asked: amount,
        accepted: amount,
        joinedAt: time,
        late: z.boolean(),
        automatic: z.boolean(),
        state: orderState,
        outcome: roundOutcome.nullable(),
        /** JU returned or paid, less JU joined with; null until the round is settled. */
        netJu: signedAmount.nullable(),
      }),
    ),
    refusals: ['not-found'],
  }),
};

/** Actions on single rounds. */
export const roundActions = {
  'POST /api/ops/rounds/suspend': operatorAction({
    summary:
      'Suspends a round for at most a day: it takes no further step and its money stays in escrow. Then an open or ' +
      'full round is cancelled, and any other continues. A second time requires confirmation by a second operator.',
    fields: { roundId: id },
    consequence: ['orders', 'wallets', 'held'],
    refusals: ['not-found', 'round-over', 'nothing-changes'],
  }),
  'POST /api/ops/rounds/cancel': operatorAction({
    summary:
      'Cancels a round that is open or full and not being settled: every principal is returned whole, its phase ends, ' +
      'and its participants read the reason. Requires confirmation by a second operator.',
    fields: { roundId: id },
    consequence: ['orders', 'wallets', 'held'],
    refusals: ['not-found', 'round-not-cancellable'],
  }),
  'POST /api/ops/rounds/resume': operatorAction({
    summary: 'Resumes a suspended round. Requires confirmation by a second operator.',
    fields: { roundId: id },
    consequence: ['orders', 'wallets', 'held'],
    refusals: ['not-found', 'nothing-changes'],
  }),
};
