import type { MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import type { UtcDay } from '@city-mint/domain/miner/mining-day';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Today's settings, and those of the next UTC day; `next` is null when they are the same. */
export type MiningSettings = {
  readonly today: UtcDay;
  readonly now: MiningSetting;
  readonly next: MiningSetting | null;
};

/** Returns the settings of mining days by the database's clock. docs/money-rules.md#7-hash-power-and-mining. */
export async function readMiningSettings(db: Database): Promise<MiningSettings> {
  const rows = await db
    .selectFrom('mining_setting')
    .select([
      'from_day',
      'daily_emission',
      'full_hash',
      'machine_lifetime_days',
      sql<number>`utc_day(clock_timestamp())`.as('today'),
    ])
    .orderBy('from_day', 'desc')
    .limit(2)
    .execute();
  const now = rows.find(({ from_day, today }) => from_day <= today);
  if (now === undefined) throw new Error('no settings of mining days are in force today');
  const next = rows.find(({ from_day, today }) => from_day > today);
  return { today: now.today, now: settingOf(now), next: next === undefined ? null : settingOf(next) };
}

function settingOf(row: {
  readonly daily_emission: bigint;
  readonly full_hash: bigint;
  readonly machine_lifetime_days: number;
}): MiningSetting {
  return {
    dailyEmission: tokenAmount(row.daily_emission),
    fullHash: tokenAmount(row.full_hash),
    machineLifetimeDays: row.machine_lifetime_days,
  };
}
