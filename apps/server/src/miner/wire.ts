import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type DayLimits, dayEmission } from '@city-mint/domain/miner/mining-day';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';
import { type TokenAmount, tokenAmount, UNIT_DECIMALS, ZERO } from '@city-mint/domain/money/token-amount';
import { EARNINGS_TYPES } from '@city-mint/domain/rewards/earnings-types';
import { DAY_MS } from '@city-mint/domain/time/durations';
import type { HashPower, Machine } from './queries/machines.ts';
import type { MinedDay, MinedDayTotal, MiningTotals } from './queries/mined-days.ts';
import type { MiningDayInputs } from './queries/mining-day-inputs.ts';

/** Returns the beginning of a UTC day (days since 1970) in UTC milliseconds. */
export function dayStart(day: number): number {
  return day * DAY_MS;
}

/** Returns a machine as its owner sees it; amounts as decimal text, times in UTC milliseconds. */
export function toWireMachine(machine: Machine): ReplyOf<'POST /api/biz/fmc/machines'>['items'][number] {
  return {
    machineId: machine.id.toString(),
    hashRate: formatAmount(machine.hashRate),
    source: { orderId: machine.orderId.toString(), roundId: machine.roundId.toString(), ...machine.roundName },
    claimedAt: machine.claimedAt.getTime(),
    since: dayStart(machine.firstDay),
    until: dayStart(machine.lastDay + 1),
    output: formatAmount(machine.output),
    lastMinedDay: machine.lastMinedDay === null ? null : dayStart(machine.lastMinedDay),
    grant: machine.grant,
  };
}

/** Returns the totals of a user's machines; `limits` are today's. */
export function toWireTotals(
  totals: MiningTotals,
  power: HashPower,
  limits: DayLimits,
): ReplyOf<'POST /api/biz/fmc/machines'>['totals'] {
  return {
    machines: totals.machines,
    hashRate: formatAmount(totals.hashRate),
    share: shareOf(totals.hashRate, totals.allHashRates),
    networkHashRate: formatAmount(totals.allHashRates),
    expectedToday: formatAmount(expectedOutput(totals, limits)),
    dailyEmission: formatAmount(limits.dailyEmission),
    fullHash: formatAmount(limits.fullHash),
    output: formatAmount(totals.output.total),
    lastMinedDay: totals.lastMinedDay === null ? null : dayStart(totals.lastMinedDay),
    ...toWirePower(power),
  };
}

/** Returns the output of one of a user's machines on a UTC day. */
export function toWireMachineDay(mined: MinedDay): ReplyOf<'POST /api/biz/fmc/mining'>['items'][number] {
  const { source, rule } = EARNINGS_TYPES['hash-rate-output'];
  return {
    day: dayStart(mined.day),
    machineId: mined.machineId.toString(),
    hashRate: formatAmount(mined.hashRate),
    share: shareOf(mined.hashRate, mined.allHashRates),
    output: formatAmount(mined.output),
    currency: 'FMC',
    source,
    rule,
  };
}

/** Returns the inputs of a user's output on a day; amounts as decimal text. */
export function toWireDayInputs({ machines, count, ...amounts }: MiningDayInputs): ReplyOf<'POST /api/biz/fmc/day'> {
  return {
    dailyEmission: formatAmount(amounts.dailyEmission),
    fullHash: formatAmount(amounts.fullHash),
    emissionRemaining: formatAmount(amounts.emissionRemaining),
    emission: formatAmount(amounts.emission),
    networkHashRate: formatAmount(amounts.networkHashRate),
    machines: machines.map(({ hashRate, count: same }) => ({ hashRate: formatAmount(hashRate), count: same })),
    count,
    hashRate: formatAmount(amounts.hashRate),
  };
}

/** Returns the output of a user's machines on a UTC day. */
export function toWireDay({
  day,
  hashRate,
  allHashRates,
  output,
}: MinedDayTotal): ReplyOf<'POST /api/biz/fmc/days'>['days'][number] {
  return {
    day: dayStart(day),
    hashRate: formatAmount(hashRate),
    share: shareOf(hashRate, allHashRates),
    output: formatAmount(output),
  };
}

/** Returns a user's hash power and exchange account as the user sees them. */
export function toWirePower({ pending, claimed, sent, uid, confirmation }: HashPower) {
  return {
    pending: formatAmount(pending),
    claimed: formatAmount(claimed),
    sent: formatAmount(sent),
    uid,
    confirmation,
  };
}

/** The amount that a user's machines will receive for today if nothing changes; base units, rounded down. */
function expectedOutput(
  { hashRate, allHashRates }: Pick<MiningTotals, 'hashRate' | 'allHashRates'>,
  limits: DayLimits,
): TokenAmount {
  if (allHashRates === 0n || hashRate > allHashRates) return ZERO;
  const emission = dayEmission(limits, allHashRates);
  return tokenAmount(divide(emission * hashRate, { by: allHashRates, rounding: 'down' }));
}

/** Returns part / whole as a decimal from 0 to 1, truncated; '0' for a machine claimed today, not yet in the whole. */
export function shareOf(part: bigint, whole: bigint): string {
  if (whole === 0n || part > whole) return '0';
  return formatAmount(divide(part * 10n ** BigInt(UNIT_DECIMALS), { by: whole, rounding: 'down' }));
}
