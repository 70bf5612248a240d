import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, amountInput, bps, pageOf, pageRequest, time, wholeNumber } from '../wire.ts';
import { operatorAction } from './operator-action.ts';

/** `release`: the output of a day with today's hash power and the current emission. */
const miningSetting = z.object({
  dailyEmission: amount,
  fullHash: amount,
  machineLifetimeDays: z.int(),
  release: amount,
});
/** The release of a day from the current pools, if anyone has a weight. */
const poolSetting = z.object({
  nodesReleaseBps: bps,
  levelsReleaseBps: bps,
  nodesRelease: amount,
  levelsRelease: amount,
});
const pool = z.enum(['nodes', 'levels']);

/** Settings that change with a UTC day. */
export const dailySettingEndpoints = {
  'POST /api/ops/mining': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the daily emission, the full hash power and the lifetime of machines: today’s, and tomorrow’s ' +
      'if they differ; and the release that results from the hash power that mines today.',
    request: z.strictObject({}),
    reply: z.object({
      at: time,
      emission: amount,
      machines: z.int(),
      hashRate: amount,
      now: miningSetting,
      next: miningSetting.nullable(),
    }),
    refusals: [],
  }),
  'POST /api/ops/mining/days': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists mining days, newest first: machines and their hash power, the release of the day, and the paid ' + 'part.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        day: time,
        machines: z.int(),
        hashRate: amount,
        /** Null until the day is over. */
        release: amount.nullable(),
        paid: amount,
        paidAt: time.nullable(),
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/pools': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves the balances of the pools and their daily release: today’s, and tomorrow’s if it differs.',
    request: z.strictObject({}),
    reply: z.object({
      at: time,
      nodes: amount,
      levels: amount,
      now: poolSetting,
      next: poolSetting.nullable(),
    }),
    refusals: [],
  }),
  'POST /api/ops/pools/days': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the release of the pools on each UTC day, newest first, and the paid part.',
    request: z.strictObject({ pool: pool.optional(), ...pageRequest }),
    reply: pageOf(
      z.object({
        day: time,
        pool,
        /** Null until the weights of all participants are gathered. */
        release: amount.nullable(),
        paid: amount,
        paidAt: time.nullable(),
      }),
    ),
    refusals: [],
  }),
};

/** Actions on settings that change with a UTC day. */
export const dailySettingActions = {
  'POST /api/ops/mining/set': operatorAction({
    summary:
      'Sets the daily emission, the hash power from which a day releases all of it, and the lifetime of machines, from ' +
      'the next UTC day on. Raising emission or lifetime, or lowering the hash power, requires confirmation by a second ' +
      'operator.',
    fields: { dailyEmission: amountInput, fullHash: amountInput, machineLifetimeDays: wholeNumber },
    consequence: ['machines'],
    refusals: ['setting-out-of-bounds', 'nothing-changes'],
  }),
  'POST /api/ops/pools/set': operatorAction({
    summary:
      'Sets the daily release of both pools from the next UTC day on. ' +
      'Raising either requires confirmation by a second operator.',
    fields: { nodesReleaseBps: wholeNumber, levelsReleaseBps: wholeNumber },
    consequence: ['nodes', 'levels'],
    refusals: ['setting-out-of-bounds', 'nothing-changes'],
  }),
};
