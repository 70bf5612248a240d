import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../member-status-of.ts';
import { loadMembersAfter } from '../store/members.ts';
import { advanceStatusUpdate, type Progress } from '../store/progress.ts';
import { saveChanged } from './save-changed.ts';

/** Members of one transaction. */
const CHUNK = 50_000;

/**
 * Computes the next standings anew where the thresholds have changed. False when everybody's are by the newest ones.
 */
export async function refreshStatuses(
  tx: Database,
  thresholds: Thresholds & { readonly version: number },
  { standingVersion, standingAfter }: Progress,
): Promise<boolean> {
  const isNew = standingVersion < thresholds.version;
  if (!isNew && standingAfter === null) return false;
  const members = await loadMembersAfter(tx, { after: isNew ? 0n : (standingAfter ?? 0n), limit: CHUNK });
  await saveChanged(tx, thresholds, { members, columns: [] });
  const after = members.length < CHUNK ? null : (members.at(-1)?.id ?? null);
  await advanceStatusUpdate(tx, { version: thresholds.version, after });
  return true;
}
