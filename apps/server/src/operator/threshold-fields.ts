import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { thresholdFields } from '@city-mint/api-contract/operator/settings-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import type { readTeamThresholds } from '#team/queries/read-team-thresholds.ts';

/** What node types and levels ask for, as the team has it. */
export type TeamThresholds = Pick<Awaited<ReturnType<typeof readTeamThresholds>>, 'node' | 'level'>;

/** Thresholds as callers send them, all on one level. */
export const thresholdRequest = z.strictObject(thresholdFields);

/** The thresholds that these fields say. */
export function thresholdsOf(fields: z.output<typeof thresholdRequest>): TeamThresholds {
  const { level1, level2, level3, level4, level5, ...node } = fields;
  return {
    node: {
      personal: { joinedDirects: node.personalJoinedDirects, teamPerformance: node.personalTeamPerformance },
      community: { joinedDirects: node.communityJoinedDirects, teamPerformance: node.communityTeamPerformance },
      super: { joinedDirects: node.superJoinedDirects, teamPerformance: node.superTeamPerformance },
    },
    level: { 1: level1, 2: level2, 3: level3, 4: level4, 5: level5 },
  };
}

/** The same on one level, amounts in whole units. */
export function thresholdFigures({ node, level }: TeamThresholds): ReplyOf<'POST /api/ops/thresholds'> {
  return {
    personalJoinedDirects: node.personal.joinedDirects,
    personalTeamPerformance: formatAmount(node.personal.teamPerformance),
    communityJoinedDirects: node.community.joinedDirects,
    communityTeamPerformance: formatAmount(node.community.teamPerformance),
    superJoinedDirects: node.super.joinedDirects,
    superTeamPerformance: formatAmount(node.super.teamPerformance),
    level1: formatAmount(level[1]),
    level2: formatAmount(level[2]),
    level3: formatAmount(level[3]),
    level4: formatAmount(level[4]),
    level5: formatAmount(level[5]),
  };
}
