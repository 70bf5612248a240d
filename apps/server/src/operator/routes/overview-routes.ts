import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { MOST_ALARMS, type overviewEndpoints } from '@city-mint/api-contract/operator/overview-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { countUnknownPayments } from '#assets/unknown-payments/queries.ts';
import { countWaitingForApproval } from '#assets/withdrawals/queries/count-waiting.ts';
import { checkJournal, readJournalState } from '#ledger/journal/queries.ts';
import { createTodaysFlows, type TodaysFlows } from '#ledger/today/queries.ts';
import { countGrantsInAlarm } from '#miner/queries/grants.ts';
import { checkReading, listCursors } from '#platform/chain/cursors.ts';
import { listNodes } from '#platform/chain/nodes.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import type { ShareAnswer } from '#platform/shared-answers.ts';
import { checkAnchors } from '#proof/queries/read-anchor-state.ts';
import { countSuspended, type LiveRound, listLiveRounds } from '#rounds/offers/queries/live-rounds.ts';
import { createUnreadableCounter } from '#rounds/offers/queries/unreadable.ts';
import { listAlarms, listSwitches } from '#switches/queries.ts';
import { countOpenProposals } from '../queries/list-proposals.ts';

type Overview = ReplyOf<'POST /api/ops/overview'>;

const ROUNDS_SHOWN = 50;
const alarmKind = z.enum(['pause', 'chain', 'journal']);

export type OverviewDeps = {
  readonly db: Database;
  /** Shares figures that are the same for all operators. */
  readonly share: ShareAnswer;
};

/** Returns the handler of the operators' first screen. */
export function overviewRoutes({ db, share }: OverviewDeps): Handlers<keyof typeof overviewEndpoints> {
  const flows = keepNewest(createTodaysFlows(db));
  const countUnreadable = createUnreadableCounter(db);
  const readShared = () => readOverview(db, { flows, countUnreadable });
  return {
    async 'POST /api/ops/overview'(_request, { participant }) {
      const [proposals, { waiting, ...shown }] = await Promise.all([
        countOpenProposals(db, participant.address),
        share('overview', readShared),
      ]);
      return { data: { ...shown, waiting: { ...waiting, ...proposals } } };
    },
  };
}

type SharedOverview = Omit<Overview, 'waiting'> & {
  readonly waiting: Omit<Overview['waiting'], 'proposals' | 'ownProposals'>;
};

type Counters = {
  readonly flows: () => Promise<TodaysFlows | null>;
  readonly countUnreadable: () => Promise<number>;
};

/** Reads the figures that are the same for all operators. */
async function readOverview(db: Database, { flows, countUnreadable }: Counters): Promise<SharedOverview> {
  const readAt = Date.now();
  const [waiting, alarms, switches, checks, rounds, chain, journal, money] = await Promise.all([
    readWaiting(db, countUnreadable),
    listAlarms(db, MOST_ALARMS),
    listSwitches(db),
    readChecks(db),
    listLiveRounds(db, ROUNDS_SHOWN),
    readChain(db),
    readJournalState(db),
    flows(),
  ]);
  return {
    readAt,
    waiting,
    pausedParts: switches.flatMap(({ part, reason, pausedSince }) =>
      pausedSince === null ? [] : [{ part, reason, since: pausedSince.getTime() }],
    ),
    alarms: alarms.map(({ kind, raisedAt }) => ({ kind: alarmKind.parse(kind), raisedAt: raisedAt.getTime() })),
    checks,
    money: moneyToWire(money),
    rounds: rounds.map(roundToWire),
    chain,
    journal: { ...journal, entries: journal.entries.toString() },
  };
}

/** How long a call waits for today's sums: their first computation is slow on a day with many transfers. */
const PATIENCE_MS = 30;

/**
 * Returns a cache of a slow read: a call gets the new value if it is quick, else the last one; null before the first.
 */
function keepNewest<Value>(read: () => Promise<Value>): () => Promise<Value | null> {
  let newest: Value | null = null;
  let reading: Promise<void> | null = null;
  return async () => {
    reading ??= read()
      .then((value) => {
        newest = value;
      })
      .finally(() => {
        reading = null;
      });
    const current = reading;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([current, patience]).finally(() => clearTimeout(timer));
    current.catch(() => undefined);
    return newest;
  };
}

async function readWaiting(db: Database, countUnreadable: () => Promise<number>): Promise<SharedOverview['waiting']> {
  const [withdrawals, grantsInAlarm, unknownPayments, unreadable, roundsSuspended] = await Promise.all([
    countWaitingForApproval(db),
    countGrantsInAlarm(db),
    countUnknownPayments(db),
    countUnreadable(),
    countSuspended(db),
  ]);
  return { withdrawals, grantsInAlarm, unknownPayments, unreadable, roundsSuspended };
}

/** The warnings of GET /health/ready of the participants' API. */
async function readChecks(db: Database): Promise<Overview['checks']> {
  const [journal, anchors, indexer] = await Promise.all([checkJournal(db), checkAnchors(db), checkReading(db)]);
  return [
    { name: 'journal', problem: journal },
    { name: 'anchors', problem: anchors },
    { name: 'indexer', problem: indexer },
  ];
}

async function readChain(db: Database): Promise<Overview['chain']> {
  const [cursors, nodes] = await Promise.all([listCursors(db), listNodes(db)]);
  return {
    sources: cursors.map(({ source, block_number, finalized_number, halt_reason, updated_at }) => {
      const behind = (finalized_number ?? block_number) - block_number;
      return {
        source,
        blockNumber: block_number.toString(),
        behind: (behind > 0n ? behind : 0n).toString(),
        haltReason: halt_reason,
        updatedAt: updated_at.getTime(),
      };
    }),
    nodes: nodes.length,
    nodesLeftOut: nodes.filter(({ state }) => state !== 'agrees').length,
  };
}

function moneyToWire(today: TodaysFlows | null): Overview['money'] {
  if (today === null) return null;
  const flows = today.flows.map((flow) => ({ ...flow, amount: formatAmount(flow.amount) }));
  return { from: today.from.getTime(), countedAt: today.countedAt.getTime(), flows };
}

function roundToWire(round: LiveRound): Overview['rounds'][number] {
  return {
    ...round,
    roundId: round.roundId.toString(),
    closesAt: round.closesAt.getTime(),
    pausedSince: round.pausedSince?.getTime() ?? null,
    quota: formatAmount(round.quota),
    filled: formatAmount(round.filled),
  };
}
