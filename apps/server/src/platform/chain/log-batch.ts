import type { Database } from '../database/database.ts';
import { ChainIntegrityError } from './chain-integrity-error.ts';
import type { AppliedEventRecord, LogSource, NumberedLogs, ObservedLog, UnnumberedLogs } from './log-source.ts';
import { readLogs } from './read-logs.ts';
import type { RpcNode } from './rpc-node.ts';
import { type Cursor, insertEvents, type RecordedEvent, replacePendingEvents } from './store.ts';
import { type BlockHeader, readBlockHeader, type Survey } from './survey-chain.ts';

/** The final blocks after the cursor that form one batch. */
export type BlockRange = {
  readonly cursor: Cursor;
  /** Its `node` answers for the majority of the nodes. */
  readonly survey: Survey;
  readonly to: BlockHeader;
  /** Whether it extends to the finalised block. */
  readonly reachesEnd: boolean;
};

/** The logs of a range, ready to be written in the transaction that moves the cursor. */
export type LogBatch = {
  /** The number of the last event; 0 for logs without numbers. */
  readonly lastSequence: bigint;
  /** Number of logs, which determines how many blocks are read next. */
  readonly size: number;
  /** Writes the batch; returns the log lines for after the commit. */
  readonly apply: (tx: Database) => Promise<readonly AppliedEventRecord[]>;
};

/** Final events of a source of numbered logs, before they are applied. */
export type EventBatch<Event> = BlockRange & {
  readonly source: NumberedLogs<Event>;
  /** As stored. */
  readonly records: readonly RecordedEvent[];
};

/** Throws ChainIntegrityError when a batch must not be applied. */
export type EventCheck = <Event>(batch: EventBatch<Event>) => Promise<void>;

/** The checks of a batch of numbered logs. */
export const EVENT_CHECKS: readonly EventCheck[] = [checkCursorBlock, checkSequence, checkContractCount];

/**
 * Reads and checks the logs of a range, and returns them ready to be written. Throws ChainIntegrityError when they
 * contradict each other, and a node's own errors.
 */
export async function readBatch<Item>(
  source: LogSource<Item>,
  range: BlockRange,
  { checks, onPendingError }: { checks: readonly EventCheck[]; onPendingError: (error: unknown) => void },
): Promise<LogBatch> {
  if (source.kind === 'unnumbered') return readUnnumbered(source, range, onPendingError);
  const events = await readEvents(source, {
    node: range.survey.node,
    fromBlock: range.cursor.block_number + 1n,
    toBlock: range.to.number,
    withReceipts: true,
  });
  const records = toRecords(source, events);
  for (const check of checks) await check({ ...range, source, records });
  const pendingEvents = range.reachesEnd ? await readPending(source, range, onPendingError) : undefined;
  return {
    lastSequence: range.cursor.last_seq + BigInt(events.length),
    size: events.length,
    apply: async (tx) => {
      if (events.length > 0) await insertEvents(tx, records);
      const applied = events.length > 0 ? await source.apply(tx, { type: 'final', events }) : [];
      if (pendingEvents !== undefined) await replacePendingEvents(tx, toRecords(source, pendingEvents));
      return applied;
    },
  };
}

async function readUnnumbered<Item>(
  source: UnnumberedLogs<Item>,
  range: BlockRange,
  onPendingError: (error: unknown) => void,
): Promise<LogBatch> {
  await checkCursorBlock(range);
  const { to, survey, cursor, reachesEnd } = range;
  const finalBlocks = { node: survey.node, from: cursor.block_number + 1n, to: to.number };
  const { items, size } = await decodeBlocks(source, finalBlocks);
  const { replacePending } = source;
  const pendingBlocks = { node: survey.headNode, from: survey.finalized.number + 1n, to: survey.head.number };
  const pendingItems =
    replacePending === undefined || !reachesEnd
      ? null
      : await decodeBlocks(source, pendingBlocks).then(
          (pending) => pending.items,
          (error: unknown) => {
            onPendingError(error);
            return null;
          },
        );
  return {
    lastSequence: 0n,
    size,
    apply: async (tx) => {
      if (items.length > 0) await source.apply(tx, items);
      await replacePending?.(tx, { items: pendingItems, finalNumber: to.number });
      return [];
    },
  };
}

async function decodeBlocks<Item>(
  source: UnnumberedLogs<Item>,
  { node, from, to }: { readonly node: RpcNode; readonly from: bigint; readonly to: bigint },
): Promise<{ readonly items: readonly Item[]; readonly size: number }> {
  if (to < from) return { items: [], size: 0 };
  const logs = await readLogs(node, { addresses: source.addresses, fromBlock: from, toBlock: to, withReceipts: true });
  return { items: await source.decodeRange(node, logs, { from, to }), size: logs.length };
}

/**
 * Reads the events above the finalised block. They are only shown, so a node's errors are passed to `onError` and do no
 * harm.
 */
async function readPending<Event>(
  source: NumberedLogs<Event>,
  { survey }: BlockRange,
  onError: (error: unknown) => void,
): Promise<readonly ObservedLog<Event>[]> {
  if (survey.head.number <= survey.finalized.number) return [];
  try {
    const pendingRange = { fromBlock: survey.finalized.number + 1n, toBlock: survey.head.number, withReceipts: false };
    return await readEvents(source, { node: survey.headNode, ...pendingRange });
  } catch (error) {
    onError(error);
    return [];
  }
}

async function readEvents<Event>(
  source: NumberedLogs<Event>,
  { node, ...range }: { node: RpcNode; fromBlock: bigint; toBlock: bigint; withReceipts: boolean },
): Promise<ObservedLog<Event>[]> {
  if (range.toBlock < range.fromBlock) return [];
  const logs = await readLogs(node, { addresses: source.addresses, ...range });
  return logs.flatMap((log) => {
    const event = source.decode(log);
    return event === undefined ? [] : [{ event, log }];
  });
}

function toRecords<Event>(source: NumberedLogs<Event>, events: readonly ObservedLog<Event>[]): RecordedEvent[] {
  return events.map(({ event, log }) => ({ ...source.describe(event), log }));
}

/** Checks that the cursor's block is unchanged: a change below the finalised block is never repaired silently. */
export async function checkCursorBlock({ survey, cursor }: Pick<BlockRange, 'survey' | 'cursor'>): Promise<void> {
  const { hash } = await readBlockHeader(survey.node, cursor.block_number);
  if (hash !== cursor.block_hash) {
    throw new ChainIntegrityError(
      'block-changed',
      `block ${cursor.block_number} was ${cursor.block_hash} and is ${hash}`,
    );
  }
}

/** Checks that the events have exactly the next numbers: a node that omits logs leaves a gap. */
async function checkSequence<Event>({ cursor, records }: EventBatch<Event>): Promise<void> {
  let expected = cursor.last_seq + 1n;
  for (const { sequence } of records) {
    if (sequence !== expected)
      throw new ChainIntegrityError('sequence-gap', `event ${sequence} instead of ${expected}`);
    expected += 1n;
  }
}

/** Checks that the contract's own count at the finalised block matches, which immediately detects omitted last logs. */
async function checkContractCount<Event>(batch: EventBatch<Event>): Promise<void> {
  if (!batch.reachesEnd) return;
  const counted = await batch.source.lastSequenceAt(batch.survey.node, batch.to.number);
  const read = batch.cursor.last_seq + BigInt(batch.records.length);
  if (counted !== read) {
    throw new ChainIntegrityError(
      'sequence-gap',
      `the contract counts ${counted} events at block ${batch.to.number}, the logs ${read}`,
    );
  }
}
