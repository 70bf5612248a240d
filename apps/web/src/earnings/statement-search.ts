import { parseRangeSearch, type RangeSearch, rangeOf, type TimeRange } from '#platform/time-range.ts';

const SECOND_MS = 1_000;

/** The period of the statement in the address; the last 30 days unless it names another. */
export function parseStatementSearch(search: Record<string, unknown>): RangeSearch {
  const range = parseRangeSearch(search);
  return range.days === undefined && range.from === undefined ? { days: 30 } : range;
}

/**
 * Returns the period of a statement: it ends before now, by a second or two, at the latest. Null where it would be
 * empty.
 */
export function periodOf(search: RangeSearch, now: number): TimeRange | null {
  const range = rangeOf(search, now);
  if (range === null) return null;
  const to = Math.min(range.to, now - (now % SECOND_MS) - SECOND_MS);
  return range.from < to ? { from: range.from, to } : null;
}
