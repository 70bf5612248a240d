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

type ReplyTo<Part extends string> = ReplyOf<Extract<keyof typeof overviewEndpoints, `POST /api/ops/overview/${Part}`>>;

const ROUNDS_SHOWN = 50;
const alarmKind = z.enum(['pause', 'chain', 'journal']);

export type OverviewDeps = {
  readonly db: Database;
  /** Shares figures that are the same for all operators. */
  readonly share: ShareAnswer;
};

/**
 * Returns the handlers of the operators' first screen, one for each part. Each is read for all operators at a time;
 * only proposals are counted per operator.
 */
export function overviewRoutes({ db, share }: OverviewDeps): Handlers<keyof typeof overviewEndpoints> {
  const flows = keepNewest(createTodaysFlows(db));
  const countUnreadable = createUnreadableCounter(db);
  /** Answers with a part that is the same for all operators, and the time at which its reading began. */
  const shared =
    <Part extends object>(name: string, read: () => Promise<Part>) =>
    async () => ({
      data: await share(`overview/${name}`, async () => ({ readAt: Date.now(), ...(await read()) })),
    });
  const readWaitingShared = shared('waiting', () => readWaiting(db, countUnreadable));
  return {
    async 'POST /api/ops/overview/waiting'(_request, { participant }) {
      const [proposals, { data }] = await Promise.all([
        countOpenProposals(db, participant.address),
        readWaitingShared(),
      ]);
      return { data: { ...data, waiting: { ...data.waiting, ...proposals } } };
    },
    'POST /api/ops/overview/alarms': shared('alarms', () => readAlarms(db)),
    'POST /api/ops/overview/money': shared('money', async () => ({ money: moneyToWire(await flows()) })),
    'POST /api/ops/overview/rounds': shared('rounds', async () => ({
      rounds: (await listLiveRounds(db, ROUNDS_SHOWN)).map(roundToWire),
    })),
    'POST /api/ops/overview/chain': shared('chain', async () => ({ chain: await readChain(db) })),
    'POST /api/ops/overview/journal': shared('journal', async () => {
      const journal = await readJournalState(db);
      return { journal: { ...journal, entries: journal.entries.toString() } };
    }),
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

async function readWaiting(db: Database, countUnreadable: () => Promise<number>) {
  const [withdrawals, grantsInAlarm, unknownPayments, unreadable, roundsSuspended, switches] = await Promise.all([
    countWaitingForApproval(db),
    countGrantsInAlarm(db),
    countUnknownPayments(db),
    countUnreadable(),
    countSuspended(db),
    listSwitches(db),
  ]);
  return {
    waiting: { withdrawals, grantsInAlarm, unknownPayments, unreadable, roundsSuspended },
    pausedParts: switches.flatMap(({ part, reason, pausedSince }) =>
      pausedSince === null ? [] : [{ part, reason, since: pausedSince.getTime() }],
    ),
  };
}

/** The newest alarms, and the warnings of GET /health/ready of the participants' API. */
async function readAlarms(db: Database): Promise<Omit<ReplyTo<'alarms'>, 'readAt'>> {
  const [alarms, journal, anchors, indexer] = await Promise.all([
    listAlarms(db, MOST_ALARMS),
    checkJournal(db),
    checkAnchors(db),
    checkReading(db),
  ]);
  return {
    alarms: alarms.map(({ kind, raisedAt }) => ({ kind: alarmKind.parse(kind), raisedAt: raisedAt.getTime() })),
    checks: [
      { name: 'journal', problem: journal },
      { name: 'anchors', problem: anchors },
      { name: 'indexer', problem: indexer },
    ],
  };
}

async function readChain(db: Database): Promise<ReplyTo<'chain'>['chain']> {
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

function moneyToWire(today: TodaysFlows | null): ReplyTo<'money'>['money'] {
  if (today === null) return null;
  const flows = today.flows.map((flow) => ({ ...flow, amount: formatAmount(flow.amount) }));
  return { from: today.from.getTime(), countedAt: today.countedAt.getTime(), flows };
}

function roundToWire(round: LiveRound): ReplyTo<'rounds'>['rounds'][number] {
  return {
    ...round,
    roundId: round.roundId.toString(),
    closesAt: round.closesAt.getTime(),
    pausedSince: round.pausedSince?.getTime() ?? null,
    quota: formatAmount(round.quota),
    filled: formatAmount(round.filled),
  };
}
