import type { FakeNetwork } from '@city-mint/client/testing/fake-network.ts';
import type { Overview } from '#overview/overview-types.ts';

const WAITING: Overview['waiting'] = {
  ...{ proposals: 0, ownProposals: 0, withdrawals: 0, grantsInAlarm: 0 },
  ...{ unknownPayments: 0, unreadable: 0, roundsSuspended: 0 },
};

/** Returns a quiet overview: nothing waits, nothing moves; with what differs from it. */
export function quietOverview(now: number, change: Partial<Overview> = {}): Overview {
  return {
    readAt: now,
    waiting: WAITING,
    pausedParts: [],
    alarms: [],
    checks: [
      { name: 'journal', problem: null },
      { name: 'anchors', problem: null },
      { name: 'indexer', problem: null },
    ],
    money: { from: now, countedAt: now, flows: [] },
    rounds: [],
    chain: { sources: [], nodes: 3, nodesLeftOut: 0 },
    journal: { entries: '1204', unsealedSeconds: 12, integrityError: null },
    ...change,
  };
}

/** Answers the calls of all parts of the overview with it. */
export function replyOverview(network: FakeNetwork, overview: Overview): void {
  const { readAt, waiting, pausedParts, alarms, checks, money, rounds, chain, journal } = overview;
  network.reply('POST /api/ops/overview/waiting', { readAt, waiting, pausedParts });
  network.reply('POST /api/ops/overview/alarms', { readAt, alarms, checks });
  network.reply('POST /api/ops/overview/money', { readAt, money });
  network.reply('POST /api/ops/overview/rounds', { readAt, rounds });
  network.reply('POST /api/ops/overview/chain', { readAt, chain });
  network.reply('POST /api/ops/overview/journal', { readAt, journal });
}
