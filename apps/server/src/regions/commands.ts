import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { RegionRule } from './queries.ts';

/**
 * Sets what is allowed in a region. Every api process follows it within a second, the time for which it caches rules.
 */
export async function setRegionRule(tx: Database, { region, joining, referral }: RegionRule): Promise<void> {
  const changed = { joining, referral, changed_at: sql<Date>`now()` };
  await tx
    .insertInto('region_rule')
    .values({ region, ...changed })
    .onConflict((conflict) => conflict.column('region').doUpdateSet(changed))
    .execute();
}
