import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { earnedByRounds } from './earned-by-rounds.ts';

/** Whose earnings, and the bounds of consecutive spans: UTC milliseconds, ascending. */
export type SpansOrder = { readonly userId: bigint; readonly bounds: readonly number[] };

/** What one kind paid in a span (from 0 on), base units. */
export type SpanSum = { readonly span: number; readonly amount: TokenAmount };

export type RoundSpanSum = SpanSum & {
  /** `cost` is no earning: the JU that orders of rounds settled then did not return. */
  readonly kind: 'settle' | 'distribute' | 'reward' | 'split' | 'cost';
  /** The stage of FMC, 1 to 3. */
  readonly stage: number | null;
};

/**
 * Returns what rounds paid and cost a user in each span, only sums above 0; and how many orders were summed up for it,
 * besides the cached sums. docs/money-rules.md#5-settlement
 */
export async function readRoundSpans(
  db: Database,
  { userId, bounds }: SpansOrder,
): Promise<{ readonly sums: readonly RoundSpanSum[]; readonly ordersRead: number }> {
  const { rows } = await sql<{
    span: number;
    kind: RoundSpanSum['kind'];
    stage: number | null;
    amount: bigint;
    orders_read: number;
  }>`
    with ${earnedByRounds(userId)}
    select ${spanOf(sql`at`, bounds)} as span, kind, stage, sum(amount) as amount,
      (select coalesce(sum(orders), 0)::int from live) as orders_read
    from earned where ${isWithin(sql`at`, bounds)}
    group by 1, 2, 3`.execute(db);
  const sums = rows.map(({ span, kind, stage, amount }) => ({ span, kind, stage, amount: tokenAmount(amount) }));
  return { sums, ordersRead: rows[0]?.orders_read ?? 0 };
}

/** Returns the SQL number of the span, from 0 on, to which a time within the bounds belongs. */
export function spanOf(at: RawBuilder<unknown>, bounds: readonly number[]): RawBuilder<number> {
  return sql<number>`width_bucket(${at}, ${bounds.map(isoTime)}::timestamptz[]) - 1`;
}

/** Returns the SQL condition that a time is within the bounds; the last one is outside. */
export function isWithin(at: RawBuilder<unknown>, bounds: readonly number[]): RawBuilder<boolean> {
  const [first = 0, last = 0] = [bounds[0], bounds.at(-1)];
  return sql<boolean>`(${at} >= ${isoTime(first)}::timestamptz and ${at} < ${isoTime(last)}::timestamptz)`;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
