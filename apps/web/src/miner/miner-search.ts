import { parseRangeSearch, type RangeSearch } from '#platform/time-range.ts';

/** The records of the miner: of its days, or of its machines; days by time. */
export type MinerSearch = RangeSearch & { readonly tab?: 'machines' };

/** The tab and the range of times in the address; what is malformed is dropped. */
export function parseMinerSearch(search: Record<string, unknown>): MinerSearch {
  return { ...(search['tab'] === 'machines' ? { tab: 'machines' } : {}), ...parseRangeSearch(search) };
}
