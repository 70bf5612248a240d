import { sumAmounts, type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { findTotalsOf } from './cached-earnings.ts';
import { type EarnedColumn, type EarnedSumRow, earnedByRounds, earnedSums } from './earned-by-rounds.ts';

/** Sums in base units: the total, the sum since the UTC day began, and those over 7 and 30 UTC days including today. */
export type EarnedOver = Readonly<Record<'total' | 'today' | 'week' | 'month', TokenAmount>>;

/** The rounds' payments to a user by kind, and for each stage the pending amount and the next due time. */
export type EarningTotals = {
  readonly byKind: Readonly<Record<'settle' | 'distribute' | 'reward' | 'split', EarnedOver>>;
  /** The number of orders and rewards summed up for this that could be cached. */
  readonly toCache: number;
  readonly stages: readonly StageTotals[];
};

export type StageTotals = {
  readonly stage: number;
  readonly paid: TokenAmount;
  readonly pending: TokenAmount;
  readonly nextDueAt: Date | null;
};

/** The time spans by which a row sums up payments: each except the first is included in the later ones. */
const TIMES = ['pending', 'today', 'week', 'month', 'total'] as const;
type TotalsRow = EarnedSumRow & {
  time: (typeof TIMES)[number];
  stage2_due_at: Date | null;
  stage3_due_at: Date | null;
  to_cache: number;
};

/** Returns the totals of what `readRoundEarnings` lists. docs/money-rules.md#5-settlement */
export async function readEarningTotals(db: Database, userId: bigint): Promise<EarningTotals> {
  const totalsOf = await findTotalsOf(db, userId);
  const rows = await executePrepared(
    db,
    sql<TotalsRow>`
    with days as (select date_trunc('day', clock_timestamp(), 'UTC') as today), ${earnedByRounds(totalsOf)}
    select case when at is null then 'pending' when at >= today then 'today'
        when at >= today - interval '6 days' then 'week' when at >= today - interval '29 days' then 'month'
        else 'total' end as time, ${earnedSums},
      min(due_at) filter (where stage2 > 0) as stage2_due_at, min(due_at) filter (where stage3 > 0) as stage3_due_at,
      (select orders::int from to_cache) as to_cache
    from paid cross join days group by 1`,
  );
  const pending = rows.find(({ time }) => time === 'pending');
  const stages = (['stage1', 'stage2', 'stage3'] as const).map((column, index) => ({
    stage: index + 1,
    paid: sumOver(rows, [column], 'total'),
    pending: tokenAmount(pending?.[column] ?? 0n),
    nextDueAt: column === 'stage1' ? null : (pending?.[`${column}_due_at`] ?? null),
  }));
  return {
    byKind: {
      settle: earnedOver(rows, ['stage1']),
      distribute: earnedOver(rows, ['stage2', 'stage3']),
      reward: earnedOver(rows, ['reward']),
      split: earnedOver(rows, ['split']),
    },
    stages,
    toCache: rows[0]?.to_cache ?? 0,
  };
}

function earnedOver(rows: readonly TotalsRow[], columns: readonly EarnedColumn[]): EarnedOver {
  const over = (time: keyof EarnedOver) => sumOver(rows, columns, time);
  return { total: over('total'), today: over('today'), week: over('week'), month: over('month') };
}

function sumOver(rows: readonly TotalsRow[], columns: readonly EarnedColumn[], over: keyof EarnedOver): TokenAmount {
  const times: readonly string[] = TIMES.slice(1, TIMES.indexOf(over) + 1);
  const paid = rows.filter(({ time }) => times.includes(time));
  return sumAmounts(paid.flatMap((row) => columns.map((column) => tokenAmount(row[column]))));
}

/** The participants' results of the last 90 days; JU in base units. */
export type ParticipantResults = {
  readonly minted: number;
  readonly failed: number;
  readonly walletsUp: number;
  readonly walletsDown: number;
  /** Per wallet and round: JU without rewards, and FMC of all stages, 0 where the round failed; base units. */
  readonly medianNet: bigint | null;
  readonly medianFmc: bigint | null;
};

/** Returns the results as last computed by `refreshResults`. */
export async function readResults(db: Database): Promise<ParticipantResults> {
  const results = await db.selectFrom('participant_results').selectAll().executeTakeFirstOrThrow();
  return {
    minted: results.rounds_minted,
    failed: results.rounds_failed,
    walletsUp: results.wallets_up,
    walletsDown: results.wallets_down,
    medianNet: results.median_net,
    medianFmc: results.median_fmc,
  };
}
