import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** JU in base units: altogether, since the UTC day began, and over 7 and 30 UTC days, today's included. */
export type PoolTotals = Readonly<Record<'total' | 'today' | 'week' | 'month', TokenAmount>>;

/** What each pool paid a user. docs/money-rules.md#8-team-nodes-levels. */
export async function readPoolTotals(db: Database, userId: bigint): Promise<Record<'nodes' | 'levels', PoolTotals>> {
  const { rows } = await sql<{ pool: string } & Record<'total' | 'today' | 'week' | 'month', bigint>>`
    select pool, sum(amount) as total, coalesce(sum(amount) filter (where paid_at >= today), 0) as today,
      coalesce(sum(amount) filter (where paid_at >= today - interval '6 days'), 0) as week,
      coalesce(sum(amount) filter (where paid_at >= today - interval '29 days'), 0) as month
    from (
      select d.pool, d.paid_at, div(d.release * s.weight, d.weights) as amount
      from pool_day d join pool_share s on s.day = d.day and s.pool = d.pool and s.user_id = ${userId}
      where d.paid_at is not null
    ) earned cross join (select date_trunc('day', clock_timestamp(), 'UTC') as today) t
    group by pool`.execute(db);
  const of = (pool: string): PoolTotals => {
    const row = rows.find((candidate) => candidate.pool === pool);
    const { total = 0n, today = 0n, week = 0n, month = 0n } = row ?? {};
    return {
      total: tokenAmount(total),
      today: tokenAmount(today),
      week: tokenAmount(week),
      month: tokenAmount(month),
    };
  };
  return { nodes: of('nodes'), levels: of('levels') };
}
