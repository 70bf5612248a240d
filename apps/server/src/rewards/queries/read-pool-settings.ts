import type { UtcDay } from '@city-mint/domain/miner/mining-day';
import type { PoolSetting } from '@city-mint/domain/rewards/check-pool-setting';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** What counts today, and what was set for the day after; `next` is null where nothing changes then. */
export type PoolSettings = { readonly today: UtcDay; readonly now: PoolSetting; readonly next: PoolSetting | null };

/** The settings of the pools' days by the database's clock. docs/money-rules.md#8-team-nodes-levels. */
export async function readPoolSettings(db: Database): Promise<PoolSettings> {
  const rows = await db
    .selectFrom('pool_setting')
    .select([
      'from_day',
      'nodes_release_bps',
      'levels_release_bps',
      sql<number>`utc_day(clock_timestamp())`.as('today'),
    ])
    .orderBy('from_day', 'desc')
    .limit(2)
    .execute();
  const now = rows.find(({ from_day, today }) => from_day <= today);
  if (now === undefined) throw new Error('no settings of the pools count today');
  const next = rows.find(({ from_day, today }) => from_day > today);
  return { today: now.today, now: settingOf(now), next: next === undefined ? null : settingOf(next) };
}

function settingOf(row: { readonly nodes_release_bps: number; readonly levels_release_bps: number }): PoolSetting {
  return { nodesReleaseBps: row.nodes_release_bps, levelsReleaseBps: row.levels_release_bps };
}
