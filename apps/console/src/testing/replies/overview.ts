import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type Overview = ReplyOf<'POST /api/ops/overview'>;

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
