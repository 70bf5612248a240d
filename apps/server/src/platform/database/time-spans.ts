import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';

/** The user whose amounts are summed up, and the bounds of consecutive spans: UTC milliseconds, ascending. */
export type SpansOrder = { readonly userId: bigint; readonly bounds: readonly number[] };

/** The sum of one kind in a span (from 0), base units. */
export type SpanSum = { readonly span: number; readonly amount: TokenAmount };

/** Returns the SQL number of the span, from 0, that contains a time within the bounds. */
export function spanOf(at: RawBuilder<unknown>, bounds: readonly number[]): RawBuilder<number> {
  return sql<number>`width_bucket(${at}, ${bounds.map(isoTime)}::timestamptz[]) - 1`;
}

/** Returns the SQL condition that a time is within the bounds; the last one is exclusive. */
export function isWithin(at: RawBuilder<unknown>, bounds: readonly number[]): RawBuilder<boolean> {
  const [first = 0, last = 0] = [bounds[0], bounds.at(-1)];
  return sql<boolean>`(${at} >= ${isoTime(first)}::timestamptz and ${at} < ${isoTime(last)}::timestamptz)`;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
