import { floorShare } from '@city-mint/domain/money/division';
import { ZERO } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { readBalance } from '#ledger/accounts/queries.ts';
import { tryAcquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { type Pool, payPoolRange } from './pay-pool-range.ts';

/**
 * Returns a page of the users with a weight in a pool at the end of a UTC day, in the order of their ids: `lastUser` is
 * the last user of the page, null when there are no more; undefined while the weights of that day are not complete.
 */
export type ReadWeights = (
  tx: Database,
  page: { readonly pool: Pool; readonly day: number; readonly afterUser: bigint; readonly limit: number },
) => Promise<Page | undefined>;

type Page = {
  readonly weights: readonly { readonly userId: bigint; readonly weight: bigint }[];
  readonly lastUser: bigint | null;
};

export type PoolDayDeps = {
  readonly db: Database;
  readonly readWeights: ReadWeights;
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
 * day is processed when it is over by the database's clock, with the weights at its end and its own release setting.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export async function advancePoolDay(deps: PoolDayDeps, pool: Pool): Promise<PoolStep> {
  const chunkSize = deps.chunkSize ?? 50_000;
  return inTransaction(deps.db, async (tx) => {
    if (!(await tryAcquireLock(tx, 'poolDays'))) return 'none';
    const day = await tx
      .selectFrom('pool_day')
      .selectAll()
      .where('pool', '=', pool)
      .where('paid_at', 'is', null)
      .executeTakeFirst();
    if (day === undefined) return (await openNextDay(tx, pool)) ? 'opened' : 'none';
    if (day.release === null || day.weights === null) {
      const page = await deps.readWeights(tx, { pool, day: day.day, afterUser: day.gathered_to, limit: chunkSize });
      if (page === undefined) return 'waiting';
      if (page.lastUser !== null) return gather(tx, { day: day.day, pool, ...page, lastUser: page.lastUser });
      return release(tx, { day: day.day, pool });
    }
    const { weights, release: released, after_user: afterUser } = day;
    if (await payPoolRange(tx, { day: day.day, pool, weights, release: released, afterUser }, chunkSize)) return 'paid';
    await tx
      .updateTable('pool_day')
      .set({ paid_at: sql<Date>`clock_timestamp()` })
      .where('day', '=', day.day)
      .where('pool', '=', pool)
      .execute();
    return 'closed';
  });
}

/** Opens the day after the last one, once it is over. */
async function openNextDay(tx: Database, pool: Pool): Promise<boolean> {
  const { rows } = await sql`
    insert into pool_day (day, pool)
    select day, ${pool} from (
      select coalesce((select max(day) + 1 from pool_day where pool = ${pool}),
        (select min(first_day) from pool_setting)) as day
    ) next where day < utc_day(clock_timestamp()) returning day`.execute(tx);
  return rows.length === 1;
}

type Gathering = {
  readonly day: number;
  readonly pool: Pool;
  readonly weights: Page['weights'];
  readonly lastUser: bigint;
};

async function gather(tx: Database, { day, pool, weights, lastUser }: Gathering): Promise<PoolStep> {
  await sql`
    insert into pool_share (day, pool, user_id, weight)
    select ${day}::int, ${pool}, user_id, weight
    from unnest(${weights.map(({ userId }) => userId)}::bigint[],
      ${weights.map(({ weight }) => weight.toString())}::numeric[])
      as t (user_id, weight)
    order by user_id`.execute(tx);
  await tx
    .updateTable('pool_day')
    .set({ gathered_to: lastUser })
    .where('day', '=', day)
    .where('pool', '=', pool)
    .execute();
  return 'gathered';
}

/** Stores the day's release: its share of the pool's current balance, or nothing when no user has a weight. */
async function release(tx: Database, { day, pool }: { readonly day: number; readonly pool: Pool }): Promise<PoolStep> {
  const { rows } = await sql<{ weights: bigint }>`
    select coalesce(sum(weight), 0) as weights from pool_share where day = ${day}::int and pool = ${pool}`.execute(tx);
  const weights = rows[0]?.weights ?? 0n;
  const setting = await tx
    .selectFrom('pool_setting')
    .select(['nodes_release_bps', 'levels_release_bps'])
    .where('from_day', '<=', day)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const bps = pool === 'nodes' ? setting.nodes_release_bps : setting.levels_release_bps;
  const balance = await readBalance(tx, { kind: pool, currency: 'JU', owner: 0n });
  await tx
    .updateTable('pool_day')
    .set({ weights, release: weights === 0n ? ZERO : floorShare(balance, bps) })
    .where('day', '=', day)
    .where('pool', '=', pool)
    .execute();
  return 'released';
}
