import type { Database } from '#platform/database/database.ts';
import { DEFAULT_REGION, type RegionRule } from '../region-rule.ts';
import { listRegionRules } from './list-region-rules.ts';

/** The rule that holds in a region now: its own, else the default one. */
export async function findRegionRule(db: Database, region: string): Promise<RegionRule> {
  const rules = await listRegionRules(db);
  const rule =
    rules.find((candidate) => candidate.region === region) ??
    rules.find((candidate) => candidate.region === DEFAULT_REGION);
  if (rule === undefined) throw new Error('there is no rule for the default region');
  return rule;
}
