import { EARNINGS_TYPE_NAMES, type EarningsType } from '@city-mint/domain/rewards/earnings-types';
import { parseRangeSearch, type RangeSearch } from '#platform/time-range.ts';

/** The filter of the list of earnings: a type, or all; a range of times. */
export type EarningsSearch = RangeSearch & { readonly type?: EarningsType };

/** Returns the filter of the list of earnings from the URL; drops malformed values. */
export function parseEarningsSearch(search: Record<string, unknown>): EarningsSearch {
  const type = EARNINGS_TYPE_NAMES.find((name) => name === search['type']);
  return { ...(type === undefined ? {} : { type }), ...parseRangeSearch(search) };
}
