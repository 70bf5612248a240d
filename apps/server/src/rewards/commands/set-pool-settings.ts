import type { PoolSetting } from '@city-mint/domain/rewards/check-pool-setting';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Sets the daily release of the pools, from the next UTC day on. docs/money-rules.md#8-team-nodes-levels. */
export async function setPoolSettings(tx: Database, setting: PoolSetting): Promise<void> {
  const { nodesReleaseBps, levelsReleaseBps } = setting;
  const values = {
    nodes_release_bps: nodesReleaseBps,
    levels_release_bps: levelsReleaseBps,
    set_at: sql<Date>`now()`,
  };
  await tx
    .insertInto('pool_setting')
    .values({ from_day: sql<number>`utc_day(clock_timestamp()) + 1`, ...values })
    .onConflict((conflict) => conflict.column('from_day').doUpdateSet(values))
    .execute();
}
