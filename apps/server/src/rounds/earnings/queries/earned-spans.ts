import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { isWithin, type SpanSum, type SpansOrder, spanOf } from '#platform/database/time-spans.ts';
import { earnedByRounds } from './earned-by-rounds.ts';

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
