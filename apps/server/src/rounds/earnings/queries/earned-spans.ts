import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { isWithin, type SpanSum, type SpansOrder, spanOf } from '#platform/database/time-spans.ts';
import { findTotalsOf } from './cached-earnings.ts';
import {
  EARNED_COLUMNS,
  type EarnedColumn,
  type EarnedSumRow,
  earnedByRounds,
  earnedSums,
} from './earned-by-rounds.ts';

export type RoundSpanSum = SpanSum & {
  /** `cost` is not an earning: the JU that orders of rounds settled then did not return. */
  readonly kind: 'settle' | 'distribute' | 'reward' | 'split' | 'cost';
  /** The stage of FMC, 1 to 3. */
  readonly stage: number | null;
};

/** Sums of spans, only those above 0, and the number of orders and rewards read for them that could be cached. */
export type RoundSpans = { readonly sums: readonly RoundSpanSum[]; readonly toCache: number };

/** Returns the rounds' payments to a user and their costs in each span. docs/money-rules.md#5-settlement */
export async function readRoundSpans(db: Database, { userId, bounds }: SpansOrder): Promise<RoundSpans> {
  const rows = await executePrepared(
    db,
    sql<EarnedSumRow & { span: number; to_cache: number }>`
    with ${earnedByRounds(await findTotalsOf(db, userId), bounds)}
    select ${spanOf(sql`at`, bounds)} as span, ${earnedSums}, (select orders::int from to_cache) as to_cache
    from paid where ${isWithin(sql`at`, bounds)}
    group by 1`,
  );
  const sums = rows.flatMap(({ span, ...row }) =>
    EARNED_COLUMNS.flatMap((column) => {
      const amount = tokenAmount(row[column]);
      return amount > 0n ? [{ span, ...KIND_OF[column], amount }] : [];
    }),
  );
  return { sums, toCache: rows[0]?.to_cache ?? 0 };
}

/**
 * Returns until when the rounds' payments are final (UTC milliseconds): earlier payments are committed, and unpaid
 * settlements have later times. `cache_totals` caches rewards up to it.
 */
export async function readEarnedFinalUntil(db: Database): Promise<number> {
  const rows = await executePrepared(
    db,
    sql<{ until: Date }>`
    select least(clock_timestamp() - interval '1 hour', (
      select min(s.settled_at) from round r join round_settlement s on s.round_id = r.id
      where r.state not in ('minted', 'ended') and r.first_order_id > 0
    )) as until`,
  );
  return rows[0]?.until.getTime() ?? 0;
}

const KIND_OF: Readonly<Record<EarnedColumn, Pick<RoundSpanSum, 'kind' | 'stage'>>> = {
  stage1: { kind: 'settle', stage: 1 },
  stage2: { kind: 'distribute', stage: 2 },
  stage3: { kind: 'distribute', stage: 3 },
  split: { kind: 'split', stage: null },
  cost: { kind: 'cost', stage: null },
  reward: { kind: 'reward', stage: null },
};
