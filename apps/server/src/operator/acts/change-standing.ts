import { teamLevelInput } from '@city-mint/api-contract/operator/settings-endpoints';
import { nodeType } from '@city-mint/api-contract/team/endpoints';
import { addressInput } from '@city-mint/api-contract/wire';
import { checkThresholds } from '@city-mint/domain/team/check-thresholds';
import { COMPUTED_NODE_TYPES, NODE_TYPES } from '@city-mint/domain/team/node-type';
import { TEAM_LEVELS } from '@city-mint/domain/team/team-level';
import { z } from 'zod';
import { findUserId } from '#session/queries/find-user-id.ts';
import { grantStatus } from '#team/commands/grant-status.ts';
import { setThresholds } from '#team/commands/set-thresholds.ts';
import { readGranted } from '#team/queries/read-granted.ts';
import { readTeamThresholds } from '#team/queries/read-team-thresholds.ts';
import { type Act, defineAct, type Figures } from '../act.ts';
import { type TeamThresholds, thresholdFigures, thresholdRequest, thresholdsOf } from '../threshold-fields.ts';

const grant = z.strictObject({
  address: addressInput,
  nodeType: nodeType.nullable(),
  rewardLevel: teamLevelInput.nullable(),
});

/** Grants somebody a node type, a level or both; what is higher than granted so far takes two. */
export const grantUserStatus: Act = defineAct(grant, async ({ tx, params, reason }) => {
  const { address } = params;
  const userId = await findUserId(tx, address);
  if (userId === null) return { refusal: 'unknown-address', details: { field: 'address' } };
  const granted = await readGranted(tx, userId);
  const now = { nodeType: granted.nodeType ?? 'none', rewardLevel: granted.rewardLevel ?? 0 } as const;
  const rewardLevel = TEAM_LEVELS.find((level) => level === params.rewardLevel) ?? null;
  const next = { nodeType: params.nodeType ?? now.nodeType, rewardLevel: rewardLevel ?? now.rewardLevel };
  if (next.nodeType === now.nodeType && next.rewardLevel === now.rewardLevel) {
    return { refusal: 'nothing-changes', details: { field: params.nodeType === null ? 'rewardLevel' : 'nodeType' } };
  }
  const isHigher = NODE_TYPES.indexOf(next.nodeType) > NODE_TYPES.indexOf(now.nodeType);
  return {
    subject: address,
    before: standing(now),
    after: standing(next),
    loosens: isHigher || next.rewardLevel > now.rewardLevel,
    async apply() {
      await grantStatus(tx, { userId, nodeType: params.nodeType, rewardLevel, reason });
      return undefined;
    },
  };
});

/** Sets what node types and levels ask for; asking for less than before takes two. */
export const setTeamThresholds: Act = defineAct(thresholdRequest, async ({ tx, params, reason }) => {
  const now = await readTeamThresholds(tx);
  const next = thresholdsOf(params);
  const [fall] = checkThresholds(next);
  if (fall !== undefined) {
    return { refusal: 'thresholds-not-rising', details: { field: fall.field, limit: fall.bound } };
  }
  const before = figures(now);
  const after = figures(next);
  if (Object.entries(after).every(([name, figure]) => before[name] === figure)) {
    return { refusal: 'nothing-changes', details: { field: 'level1' } };
  }
  return {
    subject: 'node types and levels',
    before,
    after,
    loosens: asksForLess(next, now),
    async apply() {
      await setThresholds(tx, { ...next, reason });
      return undefined;
    },
  };
});

function standing({ nodeType: type, rewardLevel }: { nodeType: string; rewardLevel: number }): Figures {
  return { nodeType: type, rewardLevel: String(rewardLevel) };
}

function figures(thresholds: TeamThresholds): Record<string, string> {
  return Object.fromEntries(Object.entries(thresholdFigures(thresholds)).map(([name, value]) => [name, String(value)]));
}

function asksForLess(next: TeamThresholds, now: TeamThresholds): boolean {
  const isTypeEasier = COMPUTED_NODE_TYPES.some(
    (type) =>
      next.node[type].joinedDirects < now.node[type].joinedDirects ||
      next.node[type].teamPerformance < now.node[type].teamPerformance,
  );
  return isTypeEasier || ([1, 2, 3, 4, 5] as const).some((level) => next.level[level] < now.level[level]);
}
