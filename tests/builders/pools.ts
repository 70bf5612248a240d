import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

type Pool = 'nodes' | 'levels';
type Weight = { readonly userId: bigint; readonly weight: bigint };

/**
 * Stores for each user this weight in both pools from a UTC day on, for 30 days: the attributed amount of a personal
 * node of level 1. Needs the owner's connection.
 */
export async function buildWeights(db: Database, day: number, weights: readonly Weight[]): Promise<void> {
  for (const { userId, weight } of weights) {
    const amount = weight.toString();
    await sql`insert into team_attribution (user_id, day, nodes, levels)
      values (${userId}, ${day}, ${amount}::numeric, ${amount}::numeric)`.execute(db);
    await sql`insert into team_status_change
      (user_id, node_type, reward_level, performance_level, team_level, changed_at)
      values (${userId}, 1, 0, 1, 1, 'epoch')`.execute(db);
  }
}

/**
 * Returns the weights above 0 that a pool's day would store, by user, gathered by ranges of `chunkSize` users;
 * undefined while orders settled by its end are not attributed. Changes nothing. Needs the owner's connection.
 */
export async function readWeights(
  db: Database,
  { pool, day, chunkSize = 100 }: { readonly pool: Pool; readonly day: number; readonly chunkSize?: number },
): Promise<Weight[] | undefined> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`insert into pool_day (day, pool) values (${day}, ${pool})`.execute(tx);
    for (;;) {
      const { rows } = await sql<{ step: string }>`
        select gather_pool_day(${day}::int, ${pool}, ${chunkSize}::int) as step`.execute(tx);
      if (rows[0]?.step === 'waiting') return undefined;
      if (rows[0]?.step === 'released') break;
    }
    const { rows } = await sql<Weight>`
      select user_id as "userId", weight from pool_share where day = ${day} and pool = ${pool}
      order by user_id`.execute(tx);
    return rows;
  } finally {
    await tx.rollback().execute();
  }
}
