import type { dailySettingActions } from '@city-mint/api-contract/operator/daily-setting-endpoints';
import { checkMiningSetting, type MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { checkPoolSetting, type PoolSetting } from '@city-mint/domain/rewards/check-pool-setting';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { setMiningSettings } from '#miner/commands/mining-days.ts';
import { readMiningSettings } from '#miner/queries/mining-settings.ts';
import { setPoolSettings } from '#rewards/commands/set-pool-settings.ts';
import { readPoolSettings } from '#rewards/queries/pools.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';

/** Both settings take effect from the next UTC day; `loosens` compares with the settings planned for that day. */
export const dailySettingDefinitions: ActionDefinitions<keyof typeof dailySettingActions> = {
  async 'POST /api/ops/mining/set'({ tx, fields, refuse }) {
    const { today, now, next } = await readMiningSettings(tx);
    const planned = next ?? now;
    const [violation] = checkMiningSetting(fields, now);
    if (violation !== undefined) return refuse('setting-out-of-bounds', violation);
    const before = miningFigures(planned);
    const after = miningFigures(fields);
    if (Object.entries(before).every(([field, value]) => after[field] === value)) {
      return refuse('nothing-changes', 'dailyEmission');
    }
    return change({
      subject: 'mining',
      before,
      after: { ...after, fromDay: nextDay(today) },
      loosens:
        fields.dailyEmission > planned.dailyEmission ||
        fields.fullHash < planned.fullHash ||
        fields.machineLifetimeDays > planned.machineLifetimeDays,
      async apply() {
        await setMiningSettings(tx, fields);
      },
    });
  },

  async 'POST /api/ops/pools/set'({ tx, fields, refuse }) {
    const { today, now, next } = await readPoolSettings(tx);
    const planned = next ?? now;
    const [violation] = checkPoolSetting(fields, now);
    if (violation !== undefined) return refuse('setting-out-of-bounds', violation);
    const before = poolFigures(planned);
    const after = poolFigures(fields);
    if (before.nodesReleaseBps === after.nodesReleaseBps && before.levelsReleaseBps === after.levelsReleaseBps) {
      return refuse('nothing-changes', 'nodesReleaseBps');
    }
    return change({
      subject: 'pools',
      before,
      after: { ...after, fromDay: nextDay(today) },
      loosens: fields.nodesReleaseBps > planned.nodesReleaseBps || fields.levelsReleaseBps > planned.levelsReleaseBps,
      async apply() {
        await setPoolSettings(tx, fields);
      },
    });
  },
};

function miningFigures(setting: MiningSetting): Record<string, string> {
  return {
    dailyEmission: formatAmount(setting.dailyEmission),
    fullHash: formatAmount(setting.fullHash),
    machineLifetimeDays: String(setting.machineLifetimeDays),
  };
}

function poolFigures({ nodesReleaseBps, levelsReleaseBps }: PoolSetting) {
  return { nodesReleaseBps: String(nodesReleaseBps), levelsReleaseBps: String(levelsReleaseBps) };
}

/** The UTC day after a day number, as `2026-01-31`. */
function nextDay(today: number): string {
  return new Date((today + 1) * DAY_MS).toISOString().slice(0, 10);
}
