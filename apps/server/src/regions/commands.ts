import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { RegionRule } from './queries.ts';

/** Sets the rule of a region. Every api process follows it within a second, the cache time of rules. */
export async function setRegionRule(tx: Database, { region, joining, referral }: RegionRule): Promise<void> {
  const changed = { joining, referral, changed_at: sql<Date>`now()` };
  await tx
    .insertInto('region_rule')
    .values({ region, ...changed })
    .onConflict((conflict) => conflict.column('region').doUpdateSet(changed))
    .execute();
}
