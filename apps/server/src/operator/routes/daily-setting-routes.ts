import type { dailySettingEndpoints } from '@city-mint/api-contract/operator/daily-setting-endpoints';
import type { MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import { dayEmission } from '@city-mint/domain/miner/mining-day';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { floorShare } from '@city-mint/domain/money/division';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { PoolSetting } from '@city-mint/domain/rewards/check-pool-setting';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { readBalances } from '#ledger/accounts/queries.ts';
import { listMiningDays, readMinedToday } from '#miner/queries/mining-days.ts';
import { readMiningSettings } from '#miner/queries/mining-settings.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { DAY_KEY, type KeyFormat, readPage, readPageById } from '#platform/paging.ts';
import { listPoolDays, type PoolDayKey } from '#rewards/queries/pool-days.ts';
import { readPoolSettings } from '#rewards/queries/pools.ts';
import { readFunds } from '#rounds/reserve/queries.ts';

/** Returns the handlers that read the daily release of machines and pools, and its settings. */
export function dailySettingRoutes(deps: { readonly db: Database }): Handlers<keyof typeof dailySettingEndpoints> {
  return { ...miningRoutes(deps), ...poolRoutes(deps) };
}

function miningRoutes({
  db,
}: {
  readonly db: Database;
}): Handlers<'POST /api/ops/mining' | 'POST /api/ops/mining/days'> {
  return {
    async 'POST /api/ops/mining'() {
      const [{ now, next }, { machines, hashRate }, { emission }, at] = await Promise.all([
        readMiningSettings(db),
        readMinedToday(db),
        readFunds(db),
        databaseTime(db),
      ]);
      const toWire = ({ dailyEmission, fullHash, machineLifetimeDays }: MiningSetting) => ({
        dailyEmission: formatAmount(dailyEmission),
        fullHash: formatAmount(fullHash),
        machineLifetimeDays,
        release: formatAmount(dayEmission({ dailyEmission, fullHash, emissionRemaining: emission }, hashRate)),
      });
      return {
        data: {
          ...{ at, machines },
          emission: formatAmount(emission),
          hashRate: formatAmount(hashRate),
          now: toWire(now),
          next: next && toWire(next),
        },
      };
    },
    async 'POST /api/ops/mining/days'({ cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { format: DAY_KEY, read: (range) => listMiningDays(db, range), idOf: ({ day }) => BigInt(day) },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ day, machines, hashRate, release, paid, paidAt }) => ({
        day: day * DAY_MS,
        machines,
        hashRate: formatAmount(hashRate),
        release: release === null ? null : formatAmount(release),
        paid: formatAmount(paid),
        paidAt: paidAt?.getTime() ?? null,
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
  };
}

/** Pools in alphabetical order; the rows of a day are listed in reverse. */
const POOLS = ['levels', 'nodes'] as const;
const LAST_DAY = 65_535n;

const POOL_DAY_KEY: KeyFormat<PoolDayKey> = {
  toNumbers: ({ day, pool }) => [day, POOLS.indexOf(pool)],
  fromNumbers: ([day, at, ...more]) => {
    const pool = POOLS[Number(at)];
    if (day === undefined || day > LAST_DAY || pool === undefined || more.length > 0) return undefined;
    return { day: Number(day), pool };
  },
};

function poolRoutes({ db }: { readonly db: Database }): Handlers<'POST /api/ops/pools' | 'POST /api/ops/pools/days'> {
  return {
    async 'POST /api/ops/pools'() {
      const [{ now, next }, balances, at] = await Promise.all([
        readPoolSettings(db),
        readBalances(db, [
          { kind: 'nodes', currency: 'JU', owner: 0n },
          { kind: 'levels', currency: 'JU', owner: 0n },
        ]),
        databaseTime(db),
      ]);
      const [nodes, levels] = balances;
      if (nodes === undefined || levels === undefined) throw new Error('the ledger has no account of a pool');
      const toWire = (setting: PoolSetting) => poolSettingToWire(setting, { nodes, levels });
      return {
        data: {
          at,
          nodes: formatAmount(nodes),
          levels: formatAmount(levels),
          now: toWire(now),
          next: next && toWire(next),
        },
      };
    },
    async 'POST /api/ops/pools/days'({ pool, cursor, limit }) {
      const page = await readPage(
        { cursor, limit },
        { format: POOL_DAY_KEY, read: (asked) => listPoolDays(db, { pool, ...asked }), keyOf: (item) => item },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ day, release, paid, paidAt, ...item }) => ({
        ...item,
        day: day * DAY_MS,
        release: release === null ? null : formatAmount(release),
        paid: formatAmount(paid),
        paidAt: paidAt?.getTime() ?? null,
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
  };
}

function poolSettingToWire(setting: PoolSetting, pools: { readonly nodes: TokenAmount; readonly levels: TokenAmount }) {
  return {
    ...setting,
    nodesRelease: formatAmount(floorShare(pools.nodes, setting.nodesReleaseBps)),
    levelsRelease: formatAmount(floorShare(pools.levels, setting.levelsReleaseBps)),
  };
}
