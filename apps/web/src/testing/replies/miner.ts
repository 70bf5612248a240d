import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';

type Machines = ReplyOf<'POST /api/biz/fmc/machines'>;

const dayOf = (time: number) => time - (time % DAY_MS);

/** Returns the totals of an account with four machines, with these changes. */
export function minerTotals(now: number, totals: Partial<Machines['totals']> = {}): Machines['totals'] {
  return {
    ...{ machines: 4, hashRate: '120.5', share: '0.0986', networkHashRate: '1222.1', expectedToday: '41.2345' },
    ...{ dailyEmission: '10000', fullHash: '1000000', output: '1102.75', lastMinedDay: now - DAY_MS },
    ...{ pending: '12.53', claimed: '120.5', sent: '100', uid: null, confirmation: null },
    ...totals,
  };
}

/** Returns as many machines as the totals say: one that starts tomorrow, one unconfirmed, one whose term has ended. */
export function machinesOf(now: number, totals: Partial<Machines['totals']> = {}): Machines {
  const all = minerTotals(now, totals);
  const today = dayOf(now);
  const items = Array.from({ length: all.machines }, (_machine, index) => ({
    machineId: String(400 - index),
    hashRate: `${30 + index}.125`,
    source: { orderId: '1', roundId: '2', city: 'Nairobi', phase: 2, number: index + 1 },
    claimedAt: today - (index * 90 + 1) * DAY_MS,
    since: today - index * 90 * DAY_MS + (index === 0 ? DAY_MS : 0),
    until: today + (365 - index * 150) * DAY_MS,
    output: `${index * 151}.5`,
    lastMinedDay: index === 0 ? null : today - DAY_MS,
    grant: (['waiting', 'acknowledged', 'alarm', 'acknowledged'] as const)[index % 4] ?? 'waiting',
  }));
  return { totals: all, nextCursor: null, items };
}

/** Returns the output of the machines on each of the last days. */
export function minedDaysOf(now: number, days: number, isEmpty = false): ReplyOf<'POST /api/biz/fmc/days'> {
  return {
    total: isEmpty ? '0' : '1102.75',
    days: Array.from({ length: days }, (_day, index) => ({
      day: dayOf(now) - (days - index) * DAY_MS,
      ...{ hashRate: '120.5', share: '0.09', output: isEmpty ? '0' : `${30 + ((index * 11) % 17)}.5` },
    })),
  };
}

/** Returns the output of each machine on each of the last three days. */
export function miningOf(now: number, machines: number): ReplyOf<'POST /api/biz/fmc/mining'> {
  return {
    nextCursor: null,
    items: Array.from({ length: machines * 3 }, (_mined, index) => ({
      day: dayOf(now) - (Math.floor(index / 4) + 1) * DAY_MS,
      machineId: String(400 - (index % 4)),
      ...{ hashRate: '30.125', share: '0.0246', output: '10.308641975308641975' },
      ...{ currency: 'FMC' as const, source: 'emission' as const, rule: '7' },
    })),
  };
}
