import type { FieldViolation } from '../json/field-table.ts';
import { COMPUTED_NODE_TYPES, type NodeThresholds } from './node-type.ts';
import type { LevelThresholds } from './team-level.ts';

const LEVELS = [1, 2, 3, 4, 5] as const;

/**
 * Returns the fields where a higher node type or level asks for less than a lower one; none for valid thresholds.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export function checkThresholds(thresholds: {
  readonly node: NodeThresholds;
  readonly level: LevelThresholds;
}): FieldViolation[] {
  const { node, level } = thresholds;
  return [
    ...falls(COMPUTED_NODE_TYPES.map((type) => [`${type}JoinedDirects`, BigInt(node[type].joinedDirects)])),
    ...falls(COMPUTED_NODE_TYPES.map((type) => [`${type}TeamPerformance`, node[type].teamPerformance])),
    ...falls(LEVELS.map((number) => [`level${number}`, level[number]])),
  ];
}

function falls(rising: readonly (readonly [field: string, value: bigint])[]): FieldViolation[] {
  return rising.flatMap(([field, value], index) => {
    const [lower, least] = rising[index - 1] ?? ['', 0n];
    return value < least ? [{ field, bound: `at-least-field ${lower}` }] : [];
  });
}
