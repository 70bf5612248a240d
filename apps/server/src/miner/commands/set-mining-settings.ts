import type { MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Sets what mining days give, and how long machines live that are claimed, from the next UTC day on; FMC in base units.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export async function setMiningSettings(tx: Database, setting: MiningSetting): Promise<void> {
  const { dailyEmission, machineLifetimeDays } = setting;
  const values = {
    daily_emission: dailyEmission,
    machine_lifetime_days: machineLifetimeDays,
    set_at: sql<Date>`now()`,
  };
  await tx
    .insertInto('mining_setting')
    .values({ from_day: sql<number>`utc_day(clock_timestamp()) + 1`, ...values })
    .onConflict((conflict) => conflict.column('from_day').doUpdateSet(values))
    .execute();
}
