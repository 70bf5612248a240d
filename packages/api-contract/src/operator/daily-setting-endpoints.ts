import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, amountInput, bps, wholeNumber } from '../wire.ts';
import { operatorAction } from './operator-action.ts';

const miningSetting = z.object({ dailyEmission: amount, fullHash: amount, machineLifetimeDays: z.int() });
const poolSetting = z.object({ nodesReleaseBps: bps, levelsReleaseBps: bps });

/** Settings that change with a UTC day. */
export const dailySettingEndpoints = {
  'POST /api/ops/mining': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the daily emission, the full hash power and the lifetime of machines: today’s, and tomorrow’s if they differ.',
    request: z.strictObject({}),
    reply: z.object({ now: miningSetting, next: miningSetting.nullable() }),
    refusals: [],
  }),
  'POST /api/ops/pools': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves the balances of the pools and their daily release: today’s, and tomorrow’s if it differs.',
    request: z.strictObject({}),
    reply: z.object({ nodes: amount, levels: amount, now: poolSetting, next: poolSetting.nullable() }),
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
    refusals: ['setting-out-of-bounds', 'nothing-changes'],
  }),
  'POST /api/ops/pools/set': operatorAction({
    summary:
      'Sets the daily release of both pools from the next UTC day on. ' +
      'Raising either requires confirmation by a second operator.',
    fields: { nodesReleaseBps: wholeNumber, levelsReleaseBps: wholeNumber },
    refusals: ['setting-out-of-bounds', 'nothing-changes'],
  }),
};
