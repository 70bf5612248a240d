import type { Database } from '#platform/database/database.ts';
import { listRegionRules } from './queries/list-region-rules.ts';
import { DEFAULT_REGION, type RegionRule } from './region-rule.ts';

/** The rule that holds for a country, or for a caller of whom none is known. */
export type FindRegionRule = (country: string | null) => Promise<RegionRule>;

/** How long rules that were read are taken for the rules. */
const FRESH_MS = 1_000;

/**
 * Finds rules without a query for each call: all of them are read at most once a second, and only while somebody asks.
 */
export function createRegionRules(db: Database): FindRegionRule {
  let reading: Promise<ReadonlyMap<string, RegionRule>> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const readAll = async () => new Map((await listRegionRules(db)).map((rule) => [rule.region, rule]));
  return async (country) => {
    const now = performance.now();
    if (reading === undefined || now - readAt > FRESH_MS) {
      readAt = now;
      reading = readAll();
      // Whoever asks hears of it; the next one asks anew.
      reading.catch(() => {
        reading = undefined;
      });
    }
    const rules = await reading;
    const rule = (country === null ? undefined : rules.get(country)) ?? rules.get(DEFAULT_REGION);
    if (rule === undefined) throw new Error('there is no rule for the default region');
    return rule;
  };
}
