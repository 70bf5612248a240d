import { parseRangeSearch, type RangeSearch } from '#platform/time-range.ts';

/** The miner's records by day, with a range of times, or by machine. */
export type MinerSearch = RangeSearch & { readonly tab?: 'machines' };

/** Returns the tab and the range of times from the URL; drops malformed values. */
export function parseMinerSearch(search: Record<string, unknown>): MinerSearch {
  return { ...(search['tab'] === 'machines' ? { tab: 'machines' } : {}), ...parseRangeSearch(search) };
}
