import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { RegionRule as RegionRuleRow } from '#platform/database/generated/db.ts';
import type { RegionRule } from '../region-rule.ts';

/** All rules, by region. */
export async function selectRegionRules(db: Database): Promise<Selectable<RegionRuleRow>[]> {
  return db.selectFrom('region_rule').selectAll().orderBy('region').execute();
}

export async function saveRegionRule(tx: Database, { region, joining, referral }: RegionRule): Promise<void> {
  const set = { joining, referral, changed_at: sql<Date>`now()` };
  await tx
    .insertInto('region_rule')
    .values({ region, ...set })
    .onConflict((conflict) => conflict.column('region').doUpdateSet(set))
    .execute();
}
