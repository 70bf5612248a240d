import type { TokenAmount } from '../money/token-amount.ts';

/** The team levels. docs/money-rules.md#8-team-nodes-levels. */
export const TEAM_LEVELS = [0, 1, 2, 3, 4, 5] as const;
export type TeamLevel = (typeof TEAM_LEVELS)[number];

/** Each level's weight in the levels pool. */
export const LEVEL_WEIGHTS = { 0: 0, 1: 1, 2: 2, 3: 3, 4: 5, 5: 8 } as const satisfies Record<TeamLevel, number>;

/** The small-area performance that each level asks for, in JU base units. */
export type LevelThresholds = Readonly<Record<Exclude<TeamLevel, 0>, TokenAmount>>;

/**
 * The highest level whose threshold the small-area performance reaches; 0 for none.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export function performanceLevel(smallAreaPerformance: TokenAmount, thresholds: LevelThresholds): TeamLevel {
  return TEAM_LEVELS.findLast((level) => level === 0 || smallAreaPerformance >= thresholds[level]) ?? 0;
}

/**
 * The higher of the level that the operator granted and the one that performance reaches.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export function teamLevel(levels: { rewardLevel: TeamLevel; performanceLevel: TeamLevel }): TeamLevel {
  const isGranted = levels.rewardLevel > levels.performanceLevel;
  return isGranted ? levels.rewardLevel : levels.performanceLevel;
}
