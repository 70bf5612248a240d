import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { isWithin, type SpanSum, type SpansOrder, spanOf } from '#platform/database/time-spans.ts';
import { findTotalsOf } from './cached-earnings.ts';
import { earnedByRounds } from './earned-by-rounds.ts';

export type RoundSpanSum = SpanSum & {
  /** `cost` is no earning: the JU that orders of rounds settled then did not return. */
  readonly kind: 'settle' | 'distribute' | 'reward' | 'split' | 'cost';
  /** The stage of FMC, 1 to 3. */
  readonly stage: number | null;
};

/**
 * Returns what rounds paid and cost a user in each span, only sums above 0; and how many orders and rewards were summed
 * up for it that could be cached. docs/money-rules.md#5-settlement
 */
export async function readRoundSpans(
  db: Database,
  { userId, bounds }: SpansOrder,
): Promise<{ readonly sums: readonly RoundSpanSum[]; readonly toCache: number }> {
  const rows = await executePrepared(
    db,
    sql<{
      span: number;
      kind: RoundSpanSum['kind'];
      stage: number | null;
      amount: bigint;
      to_cache: number;
    }>`
    with ${earnedByRounds(await findTotalsOf(db, userId), bounds)}
    select ${spanOf(sql`at`, bounds)} as span, kind, stage, sum(amount) as amount,
      (select orders::int from to_cache) as to_cache
    from earned where ${isWithin(sql`at`, bounds)}
    group by 1, 2, 3`,
  );
  const sums = rows.map(({ span, kind, stage, amount }) => ({ span, kind, stage, amount: tokenAmount(amount) }));
  return { sums, toCache: rows[0]?.to_cache ?? 0 };
}
