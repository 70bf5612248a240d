import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { ChainIntegrityError } from './chain-integrity-error.ts';
import { type BlockRange, EVENT_CHECKS, type EventCheck, type LogBatch, readBatch } from './log-batch.ts';
import type { AppliedEventRecord, LogSource } from './log-source.ts';
import type { RpcNode } from './rpc-node.ts';
import { type Cursor, findCursor, insertCursor, lockCursor, markHalted, moveCursor, recordSurvey } from './store.ts';
import { readBlockHeader, type Survey, surveyChain } from './survey-chain.ts';

export type LogReaderSettings<Item> = {
  readonly db: Database;
  readonly nodes: readonly RpcNode[];
  readonly source: LogSource<Item>;
  readonly chainId: number;
  /** The first block that can hold a log of the source; 0 by default. */
  readonly startBlock?: bigint | undefined;
  /** Blocks on top of a final one, for nodes that do not say themselves what is final. */
  readonly confirmations: number;
  /** Blocks read at once, at most. */
  readonly maxSpan?: bigint;
  /** How many integrity errors in a row halt the reading of numbered logs. */
  readonly integrityErrorsBeforeHalt?: number;
  readonly log: Logger;
  /** What a batch of numbered logs must pass; EVENT_CHECKS by default. */
  readonly checks?: readonly EventCheck[];
};

/**
 * What a poll came to: `caught-up` with the finalised block, `more` to read at once, `overtaken` by another indexer,
 * `halted`, or an `integrity-error` that is retried.
 */
export type PollResult = 'caught-up' | 'more' | 'overtaken' | 'integrity-error' | 'halted';

export type LogReader = {
  /** Throws when the nodes are on another chain than configured, or than the one that was read so far. */
  readonly assertSameChain: () => Promise<void>;
  /**
   * Reads the next final blocks, and, once those are all read, what is pending. Throws errors that a retry may cure.
   */
  readonly poll: () => Promise<PollResult>;
};

const MAX_SPAN = 2_000n;
const INTEGRITY_ERRORS_BEFORE_HALT = 3;

/**
 * Returns a reader of a source's logs up to the finalised block. What they mean and the cursor are written in one
 * transaction, so each log is applied exactly once whatever is killed when, and however many indexers run side by side.
 */
export function createLogReader<Item>(settings: LogReaderSettings<Item>): LogReader {
  const { db, nodes, source, log } = settings;
  const maxSpan = settings.maxSpan ?? MAX_SPAN;
  let span = maxSpan;
  let failedPolls = 0;
  let errorsInRow = 0;

  const poll = async (): Promise<PollResult> => {
    if ((await findCursor(db, source.name))?.halt_reason != null) return 'halted';
    try {
      const result = await pollOnce(settings, { span, node: pickNode(nodes, failedPolls) });
      errorsInRow = 0;
      span = span * 2n > maxSpan ? maxSpan : span * 2n;
      return result;
    } catch (error) {
      // Another node may answer; fewer blocks may be within what it is willing to answer.
      failedPolls += 1;
      span = span > 1n ? span / 2n : 1n;
      if (!(error instanceof ChainIntegrityError)) throw error;
      errorsInRow += 1;
      log.error({ err: error, source: source.name, errorsInRow }, 'integrity error: no logs were applied');
      const isTolerated = errorsInRow < (settings.integrityErrorsBeforeHalt ?? INTEGRITY_ERRORS_BEFORE_HALT);
      return isTolerated || !(await halt(settings, error.message)) ? 'integrity-error' : 'halted';
    }
  };

  const assertSameChain = async () => {
    const survey = await surveyChain(settings);
    const cursor = await findCursor(db, source.name);
    if (cursor !== undefined) assertChainOf(cursor, { survey, chainId: settings.chainId });
  };
  return { poll, assertSameChain };
}

async function pollOnce<Item>(
  settings: LogReaderSettings<Item>,
  { span, node }: { span: bigint; node: RpcNode },
): Promise<PollResult> {
  const { db, source, log } = settings;
  const survey = await surveyChain(settings);
  const cursor = (await findCursor(db, source.name)) ?? (await startCursor(settings, { survey, node }));
  assertChainOf(cursor, { survey, chainId: settings.chainId });
  // A node that lags behind what was read already has nothing new.
  if (survey.finalized.number < cursor.block_number) return 'caught-up';

  const lastNumber = cursor.block_number + span;
  const reachesEnd = lastNumber >= survey.finalized.number;
  const to = reachesEnd ? survey.finalized : await readBlockHeader(node, lastNumber);
  const range = { node, cursor, survey, to, reachesEnd };
  const batch = await readBatch(source, range, {
    checks: settings.checks ?? EVENT_CHECKS,
    onPendingError: (error) => log.warn({ err: error, source: source.name }, 'pending logs could not be read'),
  });
  const applied = await applyBatch(settings, { range, batch });
  if (applied === undefined) return 'overtaken';
  for (const { fields, message } of applied) log.info(fields, message);
  return reachesEnd ? 'caught-up' : 'more';
}

async function startCursor<Item>(
  { db, source, chainId, startBlock = 0n }: LogReaderSettings<Item>,
  { survey, node }: { survey: Survey; node: RpcNode },
): Promise<Cursor> {
  const after = await readBlockHeader(node, startBlock > 0n ? startBlock - 1n : 0n);
  await insertCursor(db, { source: source.name, chainId, genesisHash: survey.genesisHash, after });
  const cursor = await findCursor(db, source.name);
  if (cursor === undefined) throw new Error('the cursor that was just inserted is gone');
  return cursor;
}

/** Returns what to log about the batch, or undefined when another indexer applied these blocks first. */
async function applyBatch<Item>(
  { db, source }: LogReaderSettings<Item>,
  { range: { cursor: readFrom, survey, to }, batch }: { range: BlockRange; batch: LogBatch },
): Promise<readonly AppliedEventRecord[] | undefined> {
  return inTransaction(db, async (tx) => {
    const cursor = await lockCursor(tx, source.name);
    const isUnmoved = cursor?.block_number === readFrom.block_number && cursor.block_hash === readFrom.block_hash;
    if (!isUnmoved || cursor.halt_reason !== null) return undefined;
    const applied = await batch.apply(tx);
    await recordSurvey(tx, { source: source.name, survey });
    await moveCursor(tx, { source: source.name, to, lastSequence: batch.lastSequence });
    return applied;
  });
}

/**
 * Halts the reading of numbered logs until an operator resumes it. Returns false for other logs, which are read again
 * without end.
 */
async function halt<Item>({ db, source, log }: LogReaderSettings<Item>, because: string): Promise<boolean> {
  if (source.kind === 'unnumbered') return false;
  await inTransaction(db, async (tx) => {
    await markHalted(tx, { source: source.name, because });
    await source.apply(tx, { type: 'halted', because });
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
  if (cursor.genesis_hash !== found.survey.genesisHash) {
    throw new ChainIntegrityError(
      'other-genesis',
      `${cursor.genesis_hash} was block 0, now it is ${found.survey.genesisHash}`,
    );
  }
}

function pickNode(nodes: readonly RpcNode[], failedPolls: number): RpcNode {
  const node = nodes[failedPolls % nodes.length];
  if (node === undefined) throw new Error('no chain node is configured');
  return node;
}
