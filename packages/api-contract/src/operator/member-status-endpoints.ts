import { isBoardName } from '@city-mint/domain/team/board-name';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nodeType, teamLevel } from '../team/endpoints.ts';
import { address, addressInput, amount, amountInput, id, pageOf, pageRequest, time, wholeNumber } from '../wire.ts';
import { operatorAction } from './operator-action.ts';

/** The thresholds of node types and levels on one level; JU in whole units. */
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

const teamLevelInput = z.int({ error: 'wrong-type' }).min(0, 'value-not-allowed').max(5, 'value-not-allowed');

/** Node types and levels of members, and their thresholds. */
export const memberStatusEndpoints = {
  'POST /api/ops/memberStatus': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves the node type and levels of a member, by performance and granted, and their newest grants.',
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
  'POST /api/ops/memberStatus/grants': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the grants of operators to members: node types, levels or both, newest first.',
    request: z.strictObject({
      of: z.enum(['nodes', 'levels']).optional(),
      address: addressInput.optional(),
      ...pageRequest,
    }),
    reply: pageOf(
      z.object({
        grantId: id,
        address,
        nodeType: nodeType.nullable(),
        rewardLevel: teamLevel.nullable(),
        reason: z.string(),
        at: time,
        applied: z.boolean(),
      }),
    ),
    refusals: ['unknown-address'],
  }),
  'POST /api/ops/thresholds': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the thresholds of node types and levels, and those announced for a later UTC day, the next first.',
    request: z.strictObject({}),
    reply: z.object({ now: thresholds, announced: z.array(thresholds.extend({ from: time })) }),
    refusals: [],
  }),
};

/** Actions on node types, levels and names. */
export const memberStatusActions = {
  'POST /api/ops/memberStatus/grant': operatorAction({
    summary:
      'Grants a member a node type, a level or both; null leaves it unchanged. ' +
      'A higher status than granted before requires confirmation by a second operator.',
    fields: { address: addressInput, nodeType: nodeType.nullable(), rewardLevel: teamLevelInput.nullable() },
    consequence: [],
    refusals: ['unknown-address', 'nothing-changes'],
  }),
  'POST /api/ops/thresholds/set': operatorAction({
    summary:
      'Announces thresholds of node types and levels, which apply from a UTC day at least seven days ahead. ' +
      'Requires confirmation by a second operator.',
    fields: thresholdFields,
    consequence: [],
    refusals: ['thresholds-not-rising', 'nothing-changes'],
  }),
  'POST /api/ops/leaderboardNames/remove': operatorAction({
    summary:
      'Removes a name from the leaderboards, as they show it; no one can choose it again. ' +
      'The participant is notified and may choose another.',
    fields: { name: z.string().refine(isBoardName, 'text-format') },
    consequence: [],
    refusals: ['unknown-name'],
  }),
};
