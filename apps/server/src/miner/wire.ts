import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { Machine } from './queries/machines.ts';

const DAY_MS = 86_400_000;

/** Returns the beginning of a UTC day (days since 1970) in UTC milliseconds. */
export function dayStart(day: number): number {
  return day * DAY_MS;
}

/** Returns a machine as the API shows it to its owner; amounts as decimal text, times in UTC milliseconds. */
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
