import { ChainIntegrityError } from './chain-integrity-error.ts';
import type { LogSource, ObservedLog } from './log-source.ts';
import type { RpcNode } from './rpc-node.ts';
import type { Cursor } from './store.ts';
import { type BlockHeader, readBlockHeader } from './survey-chain.ts';

/** A stretch of final blocks that was read and is about to be taken. */
export type Batch<Event> = {
  readonly node: RpcNode;
  readonly source: LogSource<Event>;
  readonly cursor: Cursor;
  readonly to: BlockHeader;
  /** Whether it reaches up to the finalised block. */
  readonly reachesEnd: boolean;
  readonly sightings: readonly ObservedLog<Event>[];
};

/** Throws ChainIntegrityError when a batch must not be taken. */
export type BatchCheck = <Event>(batch: Batch<Event>) => Promise<void>;

/** The block up to which everything was taken is still there: a change below the finalised block is never repaired silently. */
export async function checkCursorBlock<Event>({ node, cursor }: Batch<Event>): Promise<void> {
  const { hash } = await readBlockHeader(node, cursor.block_number);
  if (hash !== cursor.block_hash) {
    throw new ChainIntegrityError(
      'block-changed',
      `block ${cursor.block_number} was ${cursor.block_hash} and is ${hash}`,
    );
  }
}

/** The events carry the numbers that come next, each of them: a node that leaves logs out makes a gap. */
export async function checkSequence<Event>({ source, cursor, sightings }: Batch<Event>): Promise<void> {
  let expected = cursor.last_seq + 1n;
  for (const { event } of sightings) {
    const { sequence: found } = source.describe(event);
    if (found !== expected)
      throw new ChainIntegrityError('sequence-gap', `event ${found} where ${expected} had to come`);
    expected += 1n;
  }
}

/** At the end of what is final the contract's own count agrees, so a node that leaves the last logs out is noticed without waiting for the next. */
export async function checkContractCount<Event>(batch: Batch<Event>): Promise<void> {
  if (!batch.reachesEnd) return;
  const counted = await batch.source.lastSequenceAt(batch.node, batch.to.number);
  const read = batch.cursor.last_seq + BigInt(batch.sightings.length);
  if (counted !== read) {
    throw new ChainIntegrityError(
      'sequence-gap',
      `the contract counts ${counted} events at block ${batch.to.number}, the logs ${read}`,
    );
  }
}

export const BATCH_CHECKS: readonly BatchCheck[] = [checkCursorBlock, checkSequence, checkContractCount];
