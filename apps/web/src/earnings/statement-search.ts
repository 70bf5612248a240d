import { parseRangeSearch, type RangeSearch, rangeOf, type TimeRange } from '#platform/time-range.ts';

const SECOND_MS = 1_000;

/** Returns the period of the statement from the URL; by default the last 30 days. */
export function parseStatementSearch(search: Record<string, unknown>): RangeSearch {
  const range = parseRangeSearch(search);
  return range.days === undefined && range.from === undefined ? { days: 30 } : range;
}

/** Returns the period of a statement, which ends at least a second or two before now. Null if it would be empty. */
export function periodOf(search: RangeSearch, now: number): TimeRange | null {
  const range = rangeOf(search, now);
  if (range === null) return null;
  const to = Math.min(range.to, now - (now % SECOND_MS) - SECOND_MS);
  return range.from < to ? { from: range.from, to } : null;
}
