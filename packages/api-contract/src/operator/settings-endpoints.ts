import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roundState } from '../rounds/endpoints.ts';
import { nodeType, teamLevel } from '../team/endpoints.ts';
import {
  addressInput,
  amount,
  amountInput,
  bps,
  id,
  pageOf,
  pageRequest,
  signedAmount,
  time,
  wholeNumber,
} from '../wire.ts';
import { actCall } from './operator-action.ts';

/** What node types and levels ask for, on one level; JU in whole units. */
export const thresholdFields = {
  personalJoinedDirects: wholeNumber,
  personalTeamPerformance: amountInput,
  communityJoinedDirects: wholeNumber,
  communityTeamPerformance: amountInput,
  superJoinedDirects: wholeNumber,
  superTeamPerformance: amountInput,
  level1: amountInput,
  level2: amountInput,
  level3: amountInput,
  level4: amountInput,
  level5: amountInput,
};

const thresholds = z.object({
  personalJoinedDirects: z.int(),
  personalTeamPerformance: amount,
  communityJoinedDirects: z.int(),
  communityTeamPerformance: amount,
  superJoinedDirects: z.int(),
  superTeamPerformance: amount,
  level1: amount,
  level2: amount,
  level3: amount,
  level4: amount,
  level5: amount,
});

/** A team level that a caller sends. */
export const teamLevelInput = z.int({ error: 'wrong-type' }).min(0, 'value-not-allowed').max(5, 'value-not-allowed');

const miningSetting = z.object({ dailyEmission: amount, machineLifetimeDays: z.int() });
const poolSetting = z.object({ nodesReleaseBps: bps, levelsReleaseBps: bps });

const standingEndpoints = {
  'POST /api/ops/standing': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Somebody’s standing: granted, reached and both together, and his newest grants.',
    request: z.strictObject({ address: addressInput }),
    reply: z.object({
      nodeType,
      teamLevel,
      performanceLevel: teamLevel,
      rewardLevel: teamLevel,
      joinedDirectCount: z.int(),
      teamPerformance: amount,
      smallAreaPerformance: amount,
      grants: z.array(
        z.object({
          nodeType: nodeType.nullable(),
          rewardLevel: teamLevel.nullable(),
          reason: z.string(),
          at: time,
          applied: z.boolean(),
        }),
      ),
    }),
    refusals: ['unknown-address'],
  }),
  'POST /api/ops/standing/grant': actCall({
    summary:
      'Grants a node type, a level or both (null = leaves it); what is higher than granted so far waits for a second operator.',
    fields: { address: addressInput, nodeType: nodeType.nullable(), rewardLevel: teamLevelInput.nullable() },
    refusals: ['unknown-address', 'nothing-changes'],
  }),
  'POST /api/ops/thresholds': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'What node types and levels ask for.',
    request: z.strictObject({}),
    reply: thresholds,
    refusals: [],
  }),
  'POST /api/ops/thresholds/set': actCall({
    summary:
      'Sets what node types and levels ask for, from now on; what asks for less than before waits for a second operator.',
    fields: thresholdFields,
    refusals: ['thresholds-not-rising', 'nothing-changes'],
  }),
};

const dayEndpoints = {
  'POST /api/ops/mining': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'What mining days give and for how long machines live: today, and from tomorrow on where that differs.',
    request: z.strictObject({}),
    reply: z.object({ now: miningSetting, next: miningSetting.nullable() }),
    refusals: [],
  }),
  'POST /api/ops/mining/set': actCall({
    summary: 'Sets both from the next UTC day on; more than before waits for a second operator.',
    fields: { dailyEmission: amountInput, machineLifetimeDays: wholeNumber },
    refusals: ['setting-out-of-bounds', 'nothing-changes'],
  }),
  'POST /api/ops/pools': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'What the pools hold, and what of it a day releases: today, and from tomorrow on where that differs.',
    request: z.strictObject({}),
    reply: z.object({ nodes: amount, levels: amount, now: poolSetting, next: poolSetting.nullable() }),
    refusals: [],
  }),
  'POST /api/ops/pools/set': actCall({
    summary: 'Sets both releases from the next UTC day on; more than before waits for a second operator.',
    fields: { nodesReleaseBps: wholeNumber, levelsReleaseBps: wholeNumber },
    refusals: ['setting-out-of-bounds', 'nothing-changes'],
  }),
};

const roundName = { roundId: id, city: z.string(), phase: z.int(), number: z.int() };

const reserveEndpoints = {
  'POST /api/ops/reserve': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'How far the reserve as it stands covers each round that may still fail; the next to open first.',
    request: z.strictObject({}),
    reply: z.object({
      balance: amount,
      /** What all of them together could lose. */
      maximumLoss: amount,
      rounds: z.array(
        z.object({
          ...roundName,
          state: roundState,
          quota: amount,
          filled: amount,
          maximumLoss: amount,
          budget: amount,
          coverageBps: bps,
        }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/ops/reserve/movements': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'What fundings and settlements added to the reserve and took from it, newest first.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        at: time,
        kind: z.enum(['funding', 'minted', 'failed']),
        added: amount,
        taken: amount,
        net: signedAmount,
        round: z.object(roundName).nullable(),
        reason: z.string().nullable(),
      }),
    ),
    refusals: [],
  }),
};

/** The operator's calls for standings, settings of days and the reserve. */
export const operatorSettingsEndpoints = { ...standingEndpoints, ...dayEndpoints, ...reserveEndpoints };
