import type { Database } from '#platform/database/database.ts';
import type { RegionRule } from '../region-rule.ts';
import { selectRegionRules } from '../store/region-rules.ts';

/** All rules of regions, with when each was last changed. */
export async function listRegionRules(db: Database): Promise<readonly (RegionRule & { readonly changedAt: Date })[]> {
  const rows = await selectRegionRules(db);
  return rows.map(({ region, joining, referral, changed_at }) => ({
    region,
    joining,
    referral,
    changedAt: changed_at,
  }));
}
