import { EARNINGS_SOURCES, EARNINGS_STAGES, EARNINGS_TYPE_NAMES } from '@city-mint/domain/rewards/earnings-types';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, ascendingTimes, checkRange, currency, id, pageOf, pageRequest, time, timeInput } from '../wire.ts';

const earningsType = z.enum(EARNINGS_TYPE_NAMES);
const stage = z.enum(EARNINGS_STAGES);

const earnedOver = { total: amount, today: amount, week: amount, month: amount };

export const rewardsEndpoints = {
  'POST /api/biz/aic/profits': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'My earnings of every kind, newest first, each with its source account and rule, its round or day.',
    request: z
      .strictObject({
        type: earningsType.optional(),
        stage: stage.optional(),
        currency: currency.optional(),
        from: timeInput.optional(),
        to: timeInput.optional(),
        ...pageRequest,
      })
      .superRefine(checkRange),
    reply: pageOf(
      z.object({
        type: earningsType,
        stage: stage.nullable(),
        currency,
        amount,
        at: time,
        /** The kind of account it was paid from, and the section of the money rules by which. */
        source: z.enum(EARNINGS_SOURCES),
        rule: z.string(),
        round: z.object({ roundId: id, city: z.string(), phase: z.int(), number: z.int() }).nullable(),
        /** The beginning of the UTC day it is of, where it is of none of the rounds. */
        day: time.nullable(),
        /** The transfer of the ledger that paid it; null for mining, where each machine of the day has its own. */
        transferId: id.nullable(),
        /** Of mining: the machines that mined that day. */
        machines: z.int().nullable(),
        /** Of a reward: the rank of the order that caused it, by which its line in the settlement file is found. */
        invitedRank: z.int().nullable(),
      }),
    ),
    refusals: [],
  }),
  'POST /api/biz/profit/spans': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Sums of my earnings in consecutive spans of time, such as the days of a month by the clock of the reader: each ' +
      'span begins at a bound and ends before the next one.',
    request: z.strictObject({
      bounds: ascendingTimes,
      type: earningsType.optional(),
      stage: stage.optional(),
      currency: currency.optional(),
    }),
    reply: z.object({
      spans: z.array(z.object({ from: time, to: time, JU: amount, FMC: amount })),
      byType: z.array(z.object({ type: earningsType, currency, total: amount })),
      byCurrency: z.array(z.object({ currency, total: amount })),
      /**
       * JU that my orders in rounds settled within the bounds did not return: fees and losses less compensation.
       * Independent of the filter, and in no sum above.
       */
      cost: amount,
    }),
    refusals: [],
  }),
  'POST /api/biz/profit/poolDay': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'The payment of a pool to me for a paid UTC day, with all figures that it is computed from: ' +
      'floor(release × weight ÷ weights), release = floor(balance × releaseBps ÷ 10,000).',
    request: z.strictObject({ pool: z.enum(['nodes', 'levels'], 'value-not-allowed'), day: timeInput }),
    reply: z.object({
      /** What the day before left in the pool, and the fees that came in since; together the balance (JU). */
      left: amount,
      fees: amount,
      releaseBps: z.int(),
      release: amount,
      /** The weight of my rank at the end of the day, and the JU attributed to me in 30 days; their product counts. */
      rankWeight: z.int(),
      attributed: amount,
      /** The sum of these products over everyone (JU). */
      weights: amount,
    }),
    refusals: ['not-found'],
  }),
  'GET /api/biz/profit/view': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Totals of my earnings by type, by stage and by currency: altogether, today, over 7 and 30 UTC days, today’s included.',
    request: z.strictObject({}),
    reply: z.object({
      byType: z.array(z.object({ type: earningsType, currency, ...earnedOver })),
      byStage: z.array(z.object({ stage, currency, paid: amount, pending: amount, nextDueAt: time.nullable() })),
      byCurrency: z.array(z.object({ currency, ...earnedOver })),
    }),
    refusals: [],
  }),
};
