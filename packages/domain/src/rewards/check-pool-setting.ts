import type { FieldViolation } from '../json/field-table.ts';

/** What of each pool a UTC day releases. */
export type PoolSetting = { readonly nodesReleaseBps: number; readonly levelsReleaseBps: number };

/** One change at most doubles a release, or takes it up to this. */
const ALWAYS_ALLOWED_BPS = 1_000;
/** Half of a pool in a day. */
const MOST_BPS = 5_000;

/**
 * Every bound that the next setting breaks, seen from the one before; none for a good one.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export function checkPoolSetting(next: PoolSetting, before: PoolSetting): FieldViolation[] {
  const fields = ['nodesReleaseBps', 'levelsReleaseBps'] as const;
  return fields.flatMap((field) => {
    const value = next[field];
    const isSmallStep = value <= ALWAYS_ALLOWED_BPS || value <= before[field] * 2;
    const holds = value >= 0 && value <= MOST_BPS && isSmallStep;
    return holds ? [] : [{ field, bound: `at-most-doubled ${MOST_BPS} ${ALWAYS_ALLOWED_BPS}` }];
  });
}
