import { type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { COMPUTED_NODE_TYPES, NODE_TYPES, type NodeThresholds, type NodeType } from './node-type.ts';
import { type LevelThresholds, TEAM_LEVELS, type TeamLevel } from './team-level.ts';

/** The level above a user's, the small-area performance that it requires, and how much of it is missing; base units. */
export type NextLevel = {
  readonly level: TeamLevel;
  readonly smallAreaPerformance: TokenAmount;
  readonly missing: TokenAmount;
};

/**
 * Returns the level above the user's and the missing figures; null at the highest.
 * docs/money-rules.md#8-team-nodes-levels
 */
export function nextLevel(
  user: { readonly teamLevel: TeamLevel; readonly smallAreaPerformance: TokenAmount },
  thresholds: LevelThresholds,
): NextLevel | null {
  const level = TEAM_LEVELS.find((candidate) => candidate > user.teamLevel);
  if (level === undefined || level === 0) return null;
  const smallAreaPerformance = thresholds[level];
  return { level, smallAreaPerformance, missing: missing(user.smallAreaPerformance, smallAreaPerformance) };
}

/** The node type above a user's, its requirements, and the missing part of both; JU in base units. */
export type NextNodeType = {
  readonly nodeType: NodeType;
  readonly joinedDirects: number;
  readonly missingDirects: number;
  readonly teamPerformance: TokenAmount;
  readonly missingPerformance: TokenAmount;
};

/**
 * Returns the next node type that figures can reach and the missing part; null where only a grant leads higher.
 * docs/money-rules.md#8-team-nodes-levels
 */
export function nextNodeType(
  user: { readonly nodeType: NodeType; readonly joinedDirects: number; readonly teamPerformance: TokenAmount },
  thresholds: NodeThresholds,
): NextNodeType | null {
  const position = NODE_TYPES.indexOf(user.nodeType);
  const next = COMPUTED_NODE_TYPES.find((type) => NODE_TYPES.indexOf(type) > position);
  if (next === undefined) return null;
  const { joinedDirects, teamPerformance } = thresholds[next];
  return {
    nodeType: next,
    joinedDirects,
    missingDirects: user.joinedDirects >= joinedDirects ? 0 : joinedDirects - user.joinedDirects,
    teamPerformance,
    missingPerformance: missing(user.teamPerformance, teamPerformance),
  };
}

function missing(reached: TokenAmount, required: TokenAmount): TokenAmount {
  return reached >= required ? ZERO : tokenAmount(required - reached);
}
