import type { memberStatusActions } from '@city-mint/api-contract/operator/member-status-endpoints';
import { checkThresholds } from '@city-mint/domain/team/check-thresholds';
import { NODE_TYPES } from '@city-mint/domain/team/node-type';
import { TEAM_LEVELS } from '@city-mint/domain/team/team-level';
import { findAddress, findUserId } from '#session/queries/users.ts';
import { removeLeaderboardName } from '#team/commands/leaderboards.ts';
import { grantStatus, setThresholds } from '#team/commands/member-status.ts';
import { findNamed } from '#team/queries/leaderboards.ts';
import { readGranted, readTeamThresholds } from '#team/queries/member-status.ts';
import { type ActionDefinitions, change, type Figures } from '../operator-action.ts';
import { type TeamThresholds, teamThresholdsOf, thresholdsToWire } from '../wire.ts';

export const memberStatusDefinitions: ActionDefinitions<keyof typeof memberStatusActions> = {
  async 'POST /api/ops/memberStatus/grant'({ tx, fields, reason, refuse }) {
    const { address, nodeType } = fields;
    const userId = await findUserId(tx, address);
    if (userId === null) return refuse('unknown-address', 'address');
    const granted = await readGranted(tx, userId);
    const current = { nodeType: granted.nodeType ?? 'none', rewardLevel: granted.rewardLevel ?? 0 } as const;
    const rewardLevel = TEAM_LEVELS.find((level) => level === fields.rewardLevel) ?? null;
    const next = { nodeType: nodeType ?? current.nodeType, rewardLevel: rewardLevel ?? current.rewardLevel };
    if (next.nodeType === current.nodeType && next.rewardLevel === current.rewardLevel) {
      return refuse('nothing-changes', nodeType === null ? 'rewardLevel' : 'nodeType');
    }
    const isHigherType = NODE_TYPES.indexOf(next.nodeType) > NODE_TYPES.indexOf(current.nodeType);
    return change({
      subject: `member ${address}`,
      before: statusFigures(current),
      after: statusFigures(next),
      loosens: isHigherType || next.rewardLevel > current.rewardLevel,
      async apply() {
        await grantStatus(tx, { userId, nodeType, rewardLevel, reason });
      },
    });
  },

  async 'POST /api/ops/thresholds/set'({ tx, fields, reason, refuse }) {
    const { now, announced } = await readTeamThresholds(tx);
    const last = announced.at(-1) ?? now;
    const next = teamThresholdsOf(fields);
    const [violation] = checkThresholds(next);
    if (violation !== undefined) return refuse('thresholds-not-rising', violation);
    const before = thresholdFigures(last);
    const after = thresholdFigures(next);
    if (Object.entries(after).every(([name, figure]) => before[name] === figure)) {
      return refuse('nothing-changes', 'level1');
    }
    return change({
      subject: 'thresholds',
      before,
      after,
      // Higher ones take from some members what others get from lower ones: the pools release the same.
      loosens: true,
      async apply() {
        await setThresholds(tx, { ...next, reason });
      },
    });
  },

  async 'POST /api/ops/leaderboardNames/remove'({ tx, fields: { name }, refuse }) {
    const userId = await findNamed(tx, name);
    if (userId === undefined) return refuse('unknown-name', 'name');
    return change({
      subject: `member ${await findAddress(tx, userId)}`,
      before: { name },
      after: { name: null },
      async apply() {
        const isRemoved = await removeLeaderboardName(tx, { userId, name });
        return isRemoved ? undefined : refuse('unknown-name', 'name');
      },
    });
  },
};

function statusFigures({ nodeType, rewardLevel }: { nodeType: string; rewardLevel: number }): Figures {
  return { nodeType, rewardLevel: String(rewardLevel) };
}

function thresholdFigures(thresholds: TeamThresholds): Figures {
  return Object.fromEntries(Object.entries(thresholdsToWire(thresholds)).map(([name, value]) => [name, String(value)]));
}
