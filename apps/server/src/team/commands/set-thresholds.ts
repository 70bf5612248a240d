import { NODE_TYPES } from '@city-mint/domain/team/node-type';
import type { Database } from '../../platform/database/database.ts';
import type { Thresholds } from '../standing-of.ts';
import { insertThresholds } from '../store/progress.ts';

/**
 * Sets what node types and levels ask for from now on, with the reason, inside the caller's transaction; everybody's standing follows.
 * Throws where a higher type or level asks for less than a lower one. rules.md section 8.
 */
export async function setThresholds(tx: Database, setting: Thresholds & { readonly reason: string }): Promise<void> {
  const { node, level } = setting;
  const types = [node.personal, node.community, node.super];
  assertRising(types.map(({ joinedDirects }) => BigInt(joinedDirects)));
  assertRising(types.map(({ teamPerformance }) => teamPerformance));
  assertRising([level[1], level[2], level[3], level[4], level[5]]);
  await insertThresholds(tx, setting);
}

function assertRising(values: readonly bigint[]): void {
  const falls = values.some((value, index) => value < (values[index - 1] ?? 0n));
  if (falls) throw new RangeError(`thresholds rise with ${NODE_TYPES.join(', ')} and with the levels: ${values}`);
}
