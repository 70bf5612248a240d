import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { findTotalsOf } from './cached-earnings.ts';
import { earnedByRounds } from './earned-by-rounds.ts';

/** Sums in base units: all that was paid, since the UTC day began, and over 7 and 30 UTC days including today. */
export type EarnedOver = Readonly<Record<'total' | 'today' | 'week' | 'month', TokenAmount>>;

/** What rounds paid a user by kind, and what of each stage is pending: how much, and when the next of it is due. */
export type EarningTotals = {
  readonly byKind: Readonly<Record<'settle' | 'distribute' | 'reward' | 'split', EarnedOver>>;
  /** How many orders and rewards were summed up for it that could be cached. */
  readonly toCache: number;
  readonly stages: readonly StageTotals[];
};

export type StageTotals = {
  readonly stage: number;
  readonly paid: TokenAmount;
  readonly pending: TokenAmount;
  readonly nextDueAt: Date | null;
};

type TotalsRow = { kind: string; stage: number | null } & Record<
  'total' | 'today' | 'week' | 'month' | 'pending',
  bigint
> & {
    next_due_at: Date | null;
    to_cache: number;
  };

/** Returns the totals of what `readRoundEarnings` lists. docs/money-rules.md#5-settlement */
export async function readEarningTotals(db: Database, userId: bigint): Promise<EarningTotals> {
  const totalsOf = await findTotalsOf(db, userId);
  const rows = await executePrepared(
    db,
    sql<TotalsRow>`
    with days as (select date_trunc('day', clock_timestamp(), 'UTC') as today), ${earnedByRounds(totalsOf)}
    select kind, stage, coalesce(sum(amount) filter (where at is not null), 0) as total,
      coalesce(sum(amount) filter (where at >= today), 0) as today,
      coalesce(sum(amount) filter (where at >= today - interval '6 days'), 0) as week,
      coalesce(sum(amount) filter (where at >= today - interval '29 days'), 0) as month,
      coalesce(sum(amount) filter (where at is null), 0) as pending,
      min(due_at) filter (where at is null) as next_due_at,
      (select orders::int from to_cache) as to_cache
    from earned cross join days group by kind, stage`,
  );
  const byKind = {
    settle: sumKind(rows, 'settle'),
    distribute: sumKind(rows, 'distribute'),
    reward: sumKind(rows, 'reward'),
    split: sumKind(rows, 'split'),
  };
  const stages = [1, 2, 3].map((stage) => {
    const totals = rows.find((candidate) => candidate.stage === stage);
    return {
      stage,
      paid: tokenAmount(totals?.total ?? 0n),
      pending: tokenAmount(totals?.pending ?? 0n),
      nextDueAt: totals?.next_due_at ?? null,
    };
  });
  return { byKind, stages, toCache: rows[0]?.to_cache ?? 0 };
}

function sumKind(rows: readonly TotalsRow[], kind: string): EarnedOver {
  const rowsOfKind = rows.filter((totals) => totals.kind === kind);
  const sum = (over: 'total' | 'today' | 'week' | 'month') =>
    tokenAmount(rowsOfKind.reduce((total, totals) => total + totals[over], 0n));
  return { total: sum('total'), today: sum('today'), week: sum('week'), month: sum('month') };
}

/** The participants' results of the last 90 days; JU in base units. */
export type ParticipantResults = {
  readonly minted: number;
  readonly failed: number;
  readonly walletsUp: number;
  readonly walletsDown: number;
  /** Of one wallet in one round: JU without rewards, and FMC of all stages, 0 where the round failed; base units. */
  readonly medianNet: bigint | null;
  readonly medianFmc: bigint | null;
};

/** Returns the results as `refreshResults` computed them last. */
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
