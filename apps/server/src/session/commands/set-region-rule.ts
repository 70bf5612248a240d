import type { Database } from '#platform/database/database.ts';
import type { RegionRule } from '../region-rule.ts';
import { saveRegionRule } from '../store/region-rules.ts';

/** Sets what is allowed in a region. Every api heeds it within a second. */
export async function setRegionRule(tx: Database, rule: RegionRule): Promise<void> {
  await saveRegionRule(tx, rule);
}
