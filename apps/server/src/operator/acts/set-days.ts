import { amountInput, wholeNumber } from '@city-mint/api-contract/wire';
import { checkMiningSetting, type MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { checkPoolSetting, type PoolSetting } from '@city-mint/domain/rewards/check-pool-setting';
import { z } from 'zod';
import { setMiningSettings } from '#miner/commands/set-mining-settings.ts';
import { readMiningSettings } from '#miner/queries/read-mining-settings.ts';
import { setPoolSettings } from '#rewards/commands/set-pool-settings.ts';
import { readPoolSettings } from '#rewards/queries/read-pool-settings.ts';
import { type Act, type ActRefused, defineAct, type Figures, type PreparedAct } from '../act.ts';

const mining = z.strictObject({ dailyEmission: amountInput, machineLifetimeDays: wholeNumber });
const pools = z.strictObject({ nodesReleaseBps: wholeNumber, levelsReleaseBps: wholeNumber });

/** Sets what mining days give from the next UTC day on; more than would count then takes two. */
export const setMining: Act = defineAct(mining, async ({ tx, params }) => {
  const { today, now, next } = await readMiningSettings(tx);
  const planned = next ?? now;
  const figures = ({ dailyEmission, machineLifetimeDays }: MiningSetting) => ({
    dailyEmission: formatAmount(dailyEmission),
    machineLifetimeDays: String(machineLifetimeDays),
  });
  return fromNextDay({
    subject: 'mining',
    today,
    before: figures(planned),
    after: figures(params),
    violation: checkMiningSetting(params, now)[0],
    loosens: params.dailyEmission > planned.dailyEmission || params.machineLifetimeDays > planned.machineLifetimeDays,
    set: () => setMiningSettings(tx, params),
  });
});

/** Sets what the pools release from the next UTC day on; more than would count then takes two. */
export const setPools: Act = defineAct(pools, async ({ tx, params }) => {
  const { today, now, next } = await readPoolSettings(tx);
  const planned = next ?? now;
  const figures = ({ nodesReleaseBps, levelsReleaseBps }: PoolSetting) => ({
    nodesReleaseBps: String(nodesReleaseBps),
    levelsReleaseBps: String(levelsReleaseBps),
  });
  return fromNextDay({
    subject: 'pools',
    today,
    before: figures(planned),
    after: figures(params),
    violation: checkPoolSetting(params, now)[0],
    loosens: params.nodesReleaseBps > planned.nodesReleaseBps || params.levelsReleaseBps > planned.levelsReleaseBps,
    set: () => setPoolSettings(tx, params),
  });
});

type DayChange = {
  readonly subject: string;
  readonly today: number;
  readonly before: Figures;
  readonly after: Figures;
  readonly violation: { readonly field: string; readonly bound: string } | undefined;
  readonly loosens: boolean;
  readonly set: () => Promise<void>;
};

const DAY_MS = 86_400_000;

function fromNextDay(change: DayChange): PreparedAct | ActRefused {
  const { subject, today, before, after, violation, loosens, set } = change;
  if (violation !== undefined) {
    return { refusal: 'setting-out-of-bounds', details: { field: violation.field, limit: violation.bound } };
  }
  const names = Object.keys(after);
  if (names.every((name) => before[name] === after[name])) {
    return { refusal: 'nothing-changes', details: { field: names[0] ?? '' } };
  }
  const fromDay = new Date((today + 1) * DAY_MS).toISOString().slice(0, 10);
  return {
    subject,
    before,
    after: { ...after, fromDay },
    loosens,
    async apply() {
      await set();
      return undefined;
    },
  };
}
