import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../member-status-of.ts';
import { readThresholds } from '../store/progress.ts';

/** What node types and levels ask for; `version` counts the changes. docs/money-rules.md#8-team-nodes-levels. */
export async function readTeamThresholds(db: Database): Promise<Thresholds & { readonly version: number }> {
  return readThresholds(db);
}
