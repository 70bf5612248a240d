import { sql } from 'kysely';
import { tryAcquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';

/** The pools with a daily release. */
export const POOLS = ['nodes', 'levels'] as const;
export type Pool = (typeof POOLS)[number];

export type PoolDayDeps = {
  readonly db: Database;
  /** Number of participants per transaction. */
  readonly chunkSize?: number;
};

/**
 * The step that was done: opened a day, stored weights, fixed the release, paid a range, closed the day; `waiting`: the
 * day's weights are not complete; `none`: nothing is due, or another worker is at work.
 */
export type PoolStep = 'opened' | 'gathered' | 'released' | 'paid' | 'closed' | 'waiting' | 'none';

/**
 * Runs the next step of a pool's days in one transaction; returns the step. Days follow one another without a gap. A
 * day is processed when it is over by the database's clock, with the weights at its end and its own release setting:
 * the functions of the database decide the amounts, this decides which of them is next.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export async function advancePoolDay({ db, chunkSize = 50_000 }: PoolDayDeps, pool: Pool): Promise<PoolStep> {
  return inTransaction(db, async (tx) => {
    if (!(await tryAcquireLock(tx, 'poolDays'))) return 'none';
    const unpaid = await tx
      .selectFrom('pool_day')
      .select(['day', 'release'])
      .where('pool', '=', pool)
      .where('paid_at', 'is', null)
      .executeTakeFirst();
    if (unpaid === undefined) return (await openNextDay(tx, pool)) ? 'opened' : 'none';
    const { day, release } = unpaid;
    const step =
      release === null
        ? sql<{ step: PoolStep }>`select gather_pool_day(${day}::int, ${pool}, ${chunkSize}::int) as step`
        : sql<{ step: PoolStep }>`select pay_pool_day(${day}::int, ${pool}, ${chunkSize}::int) as step`;
    const { rows } = await step.execute(tx);
    return rows[0]?.step ?? 'none';
  });
}

/** Opens the day after the last one, once it is over. */
async function openNextDay(tx: Database, pool: Pool): Promise<boolean> {
  const { rows } = await sql<{ day: number | null }>`select open_pool_day(${pool}) as day`.execute(tx);
  return (rows[0]?.day ?? null) !== null;
}
