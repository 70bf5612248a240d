import type { Database } from '#platform/database/database.ts';

/** The rule of a region: a country, or `default` for every country without its own rule. */
export type RegionRule = { readonly region: string; readonly joining: boolean; readonly referral: boolean };

/** Returns the rule for a country (ISO 3166-1 alpha-2), or for a caller whose country is unknown (null). */
export type FindRegionRule = (country: string | null) => Promise<RegionRule>;

const DEFAULT_REGION = 'default';
/** How long cached rules are used before they are read again. */
const CACHE_MS = 1_000;

/** Returns all rules by region, each with the time of its last change. */
export async function listRegionRules(db: Database): Promise<readonly (RegionRule & { readonly changedAt: Date })[]> {
  const rows = await db.selectFrom('region_rule').selectAll().orderBy('region').execute();
  return rows.map(({ region, joining, referral, changed_at }) => ({
    region,
    joining,
    referral,
    changedAt: changed_at,
  }));
}

/** Returns the effective rule of a region: its own, else the default one. */
export async function findRegionRule(db: Database, region: string): Promise<RegionRule> {
  return ruleFor(region, await listRegionRules(db));
}

/**
 * Returns a `FindRegionRule` that needs no query per call: all rules are read at most once a second, and only on
 * demand.
 */
export function createRegionRules(db: Database): FindRegionRule {
  let cachedRules: Promise<readonly RegionRule[]> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async (country) => {
    const now = performance.now();
    if (cachedRules === undefined || now - readAt > CACHE_MS) {
      readAt = now;
      cachedRules = listRegionRules(db);
      // The caller gets the error; the next call reads again.
      cachedRules.catch(() => {
        cachedRules = undefined;
      });
    }
    return ruleFor(country, await cachedRules);
  };
}

function ruleFor(region: string | null, rules: readonly RegionRule[]): RegionRule {
  const rule =
    rules.find((candidate) => candidate.region === region) ??
    rules.find((candidate) => candidate.region === DEFAULT_REGION);
  if (rule === undefined) throw new Error('there is no rule for the default region');
  return rule;
}
