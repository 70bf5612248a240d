import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { BATCH_CHECKS, type Batch, type BatchCheck } from './batch-checks.ts';
import { ChainIntegrityError } from './chain-integrity-error.ts';
import type { AppliedEventRecord, LogSource, ObservedLog } from './log-source.ts';
import { readLogs } from './read-logs.ts';
import type { RpcNode } from './rpc-node.ts';
import {
  type Cursor,
  findCursor,
  insertCursor,
  insertEvents,
  lockCursor,
  markHalted,
  moveCursor,
  type RecordedEvent,
  recordSurvey,
  replacePendingEvents,
} from './store.ts';
import { readBlockHeader, type Survey, surveyChain } from './survey-chain.ts';

export type LogPollerSettings<Event> = {
  readonly db: Database;
  readonly nodes: readonly RpcNode[];
  readonly source: LogSource<Event>;
  readonly chainId: number;
  /** The first block that can hold a log of the source; 0 unless told. */
  readonly startBlock?: bigint | undefined;
  /** Blocks on top of a final one where the nodes do not say themselves what is final. */
  readonly confirmations: number;
  /** Blocks read at once, at most. */
  readonly maxSpan?: bigint;
  /** How often in a row a doubt must show before the reading is halted for good. */
  readonly integrityErrorsBeforeHalt?: number;
  readonly log: Logger;
  /** What a batch must pass; all of batch-checks.ts unless told. */
  readonly checks?: readonly BatchCheck[];
};

/**
 * What one look came to: `caught-up` with the finalised block, or there is `more` to read at once, or another indexer was `overtaking`, or the
 * reading is `halted`, or there was a `doubt` that will be looked at again.
 */
export type Look = 'caught-up' | 'more' | 'overtaken' | 'doubt' | 'halted';

export type LogPoller = {
  /** Throws when the nodes are on another chain than configured, or than the one that was read so far. */
  readonly assertSameChain: () => Promise<void>;
  /** Reads the next stretch of final blocks, and what is pending once all final ones are read. Throws for trouble that asking again may cure. */
  readonly look: () => Promise<Look>;
};

const MAX_SPAN = 2_000n;
const DOUBTS_BEFORE_HALT = 3;

/**
 * Follows the logs of a source up to the finalised block. Events, what they cause and the cursor are written in one transaction, so each is
 * taken exactly once whatever is killed when, and however many indexers run side by side.
 */
export function createLogPoller<Event>(settings: LogPollerSettings<Event>): LogPoller {
  const { db, nodes, source, log } = settings;
  const maxSpan = settings.maxSpan ?? MAX_SPAN;
  let span = maxSpan;
  let turn = 0;
  let doubts = 0;

  const look = async (): Promise<Look> => {
    if ((await findCursor(db, source.name))?.halted_because != null) return 'halted';
    try {
      const result = await lookOnce(settings, { span, node: pickNode(nodes, turn) });
      doubts = 0;
      span = span * 2n > maxSpan ? maxSpan : span * 2n;
      return result;
    } catch (error) {
      // Another node may know better; a shorter stretch may be within what it is willing to answer.
      turn += 1;
      span = span > 1n ? span / 2n : 1n;
      if (!(error instanceof ChainIntegrityError)) throw error;
      doubts += 1;
      log.error({ err: error, source: source.name, doubts }, 'the chain cannot be trusted now');
      if (doubts < (settings.integrityErrorsBeforeHalt ?? DOUBTS_BEFORE_HALT)) return 'doubt';
      await halt(settings, error.message);
      return 'halted';
    }
  };

  const assertSameChain = async () => {
    const survey = await surveyChain(settings);
    const cursor = await findCursor(db, source.name);
    if (cursor !== undefined) assertChainOf(cursor, { survey, chainId: settings.chainId });
  };
  return { look, assertSameChain };
}

async function lookOnce<Event>(
  settings: LogPollerSettings<Event>,
  { span, node }: { span: bigint; node: RpcNode },
): Promise<Look> {
  const { db, source } = settings;
  const survey = await surveyChain(settings);
  const cursor = (await findCursor(db, source.name)) ?? (await begin(settings, { survey, node }));
  assertChainOf(cursor, { survey, chainId: settings.chainId });
  // A node that lags behind what was read already has nothing new to tell.
  if (survey.finalized.number < cursor.block_number) return 'caught-up';

  const last = cursor.block_number + span;
  const reachesEnd = last >= survey.finalized.number;
  const to = reachesEnd ? survey.finalized : await readBlockHeader(node, last);
  const sightings = await readSightings(source, {
    node,
    fromBlock: cursor.block_number + 1n,
    toBlock: to.number,
    withReceipts: true,
  });
  const batch = { node, source, cursor, to, reachesEnd, sightings };
  for (const check of settings.checks ?? BATCH_CHECKS) await check(batch);
  const pending = reachesEnd ? await readPending(settings, { node, survey }) : undefined;
  const notes = await takeBatch(settings, { batch, survey, pending });
  if (notes === undefined) return 'overtaken';
  for (const { fields, message } of notes) settings.log.info(fields, message);
  return reachesEnd ? 'caught-up' : 'more';
}

async function begin<Event>(
  settings: LogPollerSettings<Event>,
  { survey, node }: { survey: Survey; node: RpcNode },
): Promise<Cursor> {
  const { db, source, chainId, startBlock = 0n } = settings;
  const after = await readBlockHeader(node, startBlock > 0n ? startBlock - 1n : 0n);
  await insertCursor(db, { source: source.name, chainId, genesisHash: survey.genesisHash, after });
  const cursor = await findCursor(db, source.name);
  if (cursor === undefined) throw new Error('the cursor that was just written is gone');
  return cursor;
}

/** Gives what the log shall say of it, or undefined when another indexer was here first. */
async function takeBatch<Event>(
  { db, source }: LogPollerSettings<Event>,
  taken: { batch: Batch<Event>; survey: Survey; pending: readonly ObservedLog<Event>[] | undefined },
): Promise<readonly AppliedEventRecord[] | undefined> {
  const { cursor: seen, sightings, to } = taken.batch;
  return inTransaction(db, async (tx) => {
    const cursor = await lockCursor(tx, source.name);
    const isWhereSeen = cursor?.block_number === seen.block_number && cursor.block_hash === seen.block_hash;
    if (!isWhereSeen || cursor.halted_because !== null) return undefined;
    let notes: readonly AppliedEventRecord[] = [];
    if (sightings.length > 0) {
      await insertEvents(tx, records(source, sightings));
      notes = await source.take(tx, { type: 'final', sightings });
    }
    if (taken.pending !== undefined) await replacePendingEvents(tx, records(source, taken.pending));
    await recordSurvey(tx, { source: source.name, survey: taken.survey });
    await moveCursor(tx, { source: source.name, to, lastSequence: seen.last_seq + BigInt(sightings.length) });
    return notes;
  });
}

/** What lies above the finalised block. It is only shown, so what a node says wrong here is left out and does no harm. */
async function readPending<Event>(
  { source, log }: LogPollerSettings<Event>,
  { node, survey }: { node: RpcNode; survey: Survey },
): Promise<readonly ObservedLog<Event>[]> {
  if (survey.head.number <= survey.finalized.number) return [];
  try {
    const range = { fromBlock: survey.finalized.number + 1n, toBlock: survey.head.number, withReceipts: false };
    return await readSightings(source, { node, ...range });
  } catch (error) {
    log.warn({ err: error, source: source.name }, 'what is pending on the chain cannot be read now');
    return [];
  }
}

async function readSightings<Event>(
  source: LogSource<Event>,
  range: { node: RpcNode; fromBlock: bigint; toBlock: bigint; withReceipts: boolean },
): Promise<ObservedLog<Event>[]> {
  if (range.toBlock < range.fromBlock) return [];
  const logs = await readLogs(range.node, { addresses: source.addresses, ...range });
  return logs.flatMap((log) => {
    const event = source.read(log);
    return event === undefined ? [] : [{ event, log }];
  });
}

function records<Event>(source: LogSource<Event>, sightings: readonly ObservedLog<Event>[]): RecordedEvent[] {
  return sightings.map(({ event, log }) => ({ ...source.describe(event), log }));
}

async function halt<Event>({ db, source, log }: LogPollerSettings<Event>, because: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await markHalted(tx, { source: source.name, because });
    await source.take(tx, { type: 'halted', because });
  });
  log.fatal({ source: source.name, because }, 'reading the chain is halted until a person has looked');
}

function assertChainOf(cursor: Cursor, found: { survey: Survey; chainId: number }): void {
  if (cursor.chain_id !== found.chainId) {
    throw new ChainIntegrityError(
      'other-chain',
      `chain ${cursor.chain_id} was read so far, ${found.chainId} is configured`,
    );
  }
  if (cursor.genesis_hash !== found.survey.genesisHash) {
    throw new ChainIntegrityError(
      'other-genesis',
      `${cursor.genesis_hash} was block 0, now it is ${found.survey.genesisHash}`,
    );
  }
}

function pickNode(nodes: readonly RpcNode[], turn: number): RpcNode {
  const node = nodes[turn % nodes.length];
  if (node === undefined) throw new Error('no chain node is configured');
  return node;
}
