import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { ChainIntegrityError, integrityErrorIn } from './chain-integrity-error.ts';
import { createFaultPauses } from './fault-pauses.ts';
import { forgetGenesis } from './genesis.ts';
import { createHaltPatience, type Patience } from './halt-patience.ts';
import { EVENT_CHECKS, type EventCheck, readBatch } from './log-batch.ts';
import type { AppliedEventRecord, LogSource } from './log-source.ts';
import { recordNodes } from './nodes.ts';
import { createRangeAhead, type RangeAhead, type ReadRange } from './range-ahead.ts';
import { readFaultOf } from './read-fault.ts';
import { createSpan } from './span.ts';
import {
  type Cursor,
  findCursor,
  insertCursor,
  isSamePlace,
  lockCursor,
  markHalted,
  moveCursor,
  recordSurvey,
} from './store.ts';
import { readBlockHeader, type Survey, type SurveySettings, surveyChain } from './survey-chain.ts';

export type LogReaderSettings<Item> = SurveySettings & {
  readonly db: Database;
  readonly source: LogSource<Item>;
  /** The first block that can hold a log of the source; 0 by default. */
  readonly startBlock?: bigint | undefined;
  /** Maximum number of blocks per read. */
  readonly maxSpan?: bigint;
  /** How long integrity errors are retried before they halt the reader of numbered logs. */
  readonly patience?: Partial<Patience>;
  readonly log: Logger;
  /** The checks of a batch of numbered logs; EVENT_CHECKS by default. */
  readonly checks?: readonly EventCheck[];
};

/**
 * The outcome of a poll: `caught-up` with the finalised block, `more` to read immediately, `overtaken` by another
 * indexer, `halted`, an `integrity-error` that is retried, or `backed-off` because the pause after one, or after too
 * many calls, is not over.
 */
export type PollResult = 'caught-up' | 'more' | 'overtaken' | 'integrity-error' | 'backed-off' | 'halted';

export type LogReader = {
  /** Throws when the nodes are on another chain than configured, or than the chain read so far. */
  readonly assertSameChain: () => Promise<void>;
  /**
   * Reads the next final blocks and, once there are none left, the pending events. Throws errors that a retry may
   * resolve.
   */
  readonly poll: () => Promise<PollResult>;
};

const MAX_SPAN = 2_000n;

/**
 * Returns a reader of a source's logs up to the finalised block. Their effects and the cursor are written in one
 * transaction, so each log is applied exactly once, regardless of kills and of the number of concurrent indexers.
 */
export function createLogReader<Item>(settings: LogReaderSettings<Item>): LogReader {
  const { db, source, log, shared } = settings;
  const patience = createHaltPatience(settings.patience);
  const span = createSpan(settings.maxSpan ?? MAX_SPAN);
  const pauses = createFaultPauses(span, settings.patience);
  const ahead = createRangeAhead();

  const poll = async (): Promise<PollResult> => {
    if ((await findCursor(db, source.name))?.halt_reason != null) return 'halted';
    if (patience.isPausing() || pauses.isPausing()) return 'backed-off';
    try {
      const { result, read } = await pollOnce(settings, { ahead, span: span.blocks() });
      patience.end();
      pauses.end();
      span.succeeded(read);
      return result;
    } catch (error) {
      // Discards the range that was read before the error.
      ahead.drop();
      shared?.forget();
      const integrityError = integrityErrorIn(error);
      if (integrityError === undefined) {
        pauses.record(readFaultOf(error));
        throw error;
      }
      // Unless data are only late, the nodes may be on another chain now.
      if (integrityError.code !== 'missing-data') forgetGenesis(settings.nodes);
      const verdict = patience.record(integrityError.code);
      log.error({ err: integrityError, source: source.name, ...verdict }, 'integrity error: no logs were applied');
      return verdict.halts && (await halt(settings, integrityError)) ? 'halted' : 'integrity-error';
    } finally {
      await recordNodes(settings).catch((error: unknown) => log.warn({ err: error }, 'cannot record the nodes'));
    }
  };
  const pollAndLead = async () => {
    let result: PollResult | undefined;
    try {
      result = await poll();
      return result;
    } finally {
      if (source.kind === 'numbered' && result !== 'more') shared?.leadTo(undefined);
    }
  };

  const assertSameChain = async () => {
    const survey = await surveyChain(settings);
    const cursor = await findCursor(db, source.name);
    if (cursor !== undefined) assertChainOf(cursor, { survey, chainId: settings.chainId });
  };
  return { poll: pollAndLead, assertSameChain };
}

type Polled = { readonly result: PollResult; readonly read?: ReadRange };
type Reading = { readonly ahead: RangeAhead; readonly span: bigint };

async function pollOnce<Item>(settings: LogReaderSettings<Item>, { ahead, span }: Reading): Promise<Polled> {
  const { db, source, log } = settings;
  const survey = await surveyChain(settings);
  const cursor = (await findCursor(db, source.name)) ?? (await startCursor(settings, survey));
  assertChainOf(cursor, { survey, chainId: settings.chainId });
  // The nodes lag behind the cursor, so they have nothing new.
  if (survey.finalized.number < cursor.block_number) return { result: 'caught-up' };

  const read = (await ahead.take({ cursor, survey })) ?? (await readRange(settings, { survey, cursor, span }));
  // The last range is never read ahead: pending events are read with it, as late as possible.
  if (read.range.to.number + span < survey.finalized.number)
    ahead.start(read, (next) => readRange(settings, { survey, cursor: next, span }));
  const applied = await applyBatch(settings, read);
  if (applied === undefined) return { result: 'overtaken' };
  for (const { fields, message } of applied) log.info(fields, message);
  return { result: read.range.reachesEnd ? 'caught-up' : 'more', read };
}

type RangeStart = { readonly survey: Survey; readonly cursor: Cursor; readonly span: bigint };

/** Reads and checks the logs of the next blocks after a cursor. */
async function readRange<Item>(
  settings: LogReaderSettings<Item>,
  { survey, cursor, span }: RangeStart,
): Promise<ReadRange> {
  const { source, log, shared } = settings;
  const lastNumber = cursor.block_number + span;
  const reachesEnd = lastNumber >= survey.finalized.number;
  if (source.kind === 'numbered') shared?.leadTo(lastNumber);
  else await shared?.untilLed(lastNumber);
  const to = reachesEnd ? survey.finalized : await readBlockHeader(survey.node, lastNumber);
  const range = { cursor, survey, to, reachesEnd };
  const batch = await readBatch(source, range, {
    checks: settings.checks ?? EVENT_CHECKS,
    onPendingError: (error) => log.warn({ err: error, source: source.name }, 'cannot read pending logs'),
  });
  return { range, batch };
}

async function startCursor<Item>(
  { db, source, chainId, startBlock = 0n }: LogReaderSettings<Item>,
  survey: Survey,
): Promise<Cursor> {
  const after = await readBlockHeader(survey.node, startBlock > 0n ? startBlock - 1n : 0n);
  await insertCursor(db, { source: source.name, chainId, genesisHash: survey.genesisHash, after });
  const cursor = await findCursor(db, source.name);
  if (cursor === undefined) throw new Error('the cursor that was just inserted is gone');
  return cursor;
}

/** Returns the log lines of the batch, or undefined when another indexer applied these blocks first. */
async function applyBatch<Item>(
  { db, source }: LogReaderSettings<Item>,
  { range: { cursor: readFrom, survey, to }, batch }: ReadRange,
): Promise<readonly AppliedEventRecord[] | undefined> {
  return inTransaction(db, async (tx) => {
    const cursor = await lockCursor(tx, source.name);
    if (cursor === undefined || !isSamePlace(cursor, readFrom) || cursor.halt_reason !== null) return undefined;
    const applied = await batch.apply(tx);
    await recordSurvey(tx, { source: source.name, survey });
    await moveCursor(tx, { source: source.name, to, lastSequence: batch.lastSequence });
    return applied;
  });
}

/**
 * Halts the reader of numbered logs until an operator resumes it. Returns false for other logs, which are read again
 * without end.
 */
async function halt<Item>({ db, source, log }: LogReaderSettings<Item>, error: ChainIntegrityError): Promise<boolean> {
  if (source.kind === 'unnumbered') return false;
  const because = error.message;
  await inTransaction(db, async (tx) => {
    await markHalted(tx, { source: source.name, because });
    await source.apply(tx, { type: 'halted', because, error });
  });
  log.fatal({ source: source.name, because }, 'reading the chain is halted until an operator resumes it');
  return true;
}

function assertChainOf(cursor: Cursor, found: { survey: Survey; chainId: number }): void {
  if (cursor.chain_id !== found.chainId) {
    throw new ChainIntegrityError(
      'other-chain',
      `chain ${cursor.chain_id} was read so far, ${found.chainId} is configured`,
    );
  }
  const { genesisHash } = found.survey;
  // Where one is unknown, the cursor's block decides: its hash commits to all blocks below.
  if (cursor.genesis_hash !== null && genesisHash !== null && cursor.genesis_hash !== genesisHash) {
    throw new ChainIntegrityError('other-genesis', `${cursor.genesis_hash} was block 0, now it is ${genesisHash}`);
  }
}
