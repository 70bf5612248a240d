import { checkThresholds } from '@city-mint/domain/team/check-thresholds';
import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../member-status-of.ts';
import { insertThresholds } from '../store/progress.ts';

/**
 * Sets what node types and levels ask for from now on, with the reason, inside the caller's transaction; everybody's
 * standing follows. Throws where a higher type or level asks for less than a lower one.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export async function setThresholds(tx: Database, setting: Thresholds & { readonly reason: string }): Promise<void> {
  const [fall] = checkThresholds(setting);
  if (fall !== undefined) throw new RangeError(`thresholds rise: ${fall.field} must be ${fall.bound}`);
  await insertThresholds(tx, setting);
}
