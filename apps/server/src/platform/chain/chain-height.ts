import type { Database } from '../database/database.ts';
import { findCursor } from './store.ts';

/** The chain's newest block and the reader's progress, as of the indexer's last poll. */
export type ChainHeight = {
  readonly headNumber: bigint;
  /** The newest block's own time. */
  readonly headAt: Date;
  readonly confirmationsNeeded: number;
  /** All events up to this block are applied. */
  readonly readNumber: bigint;
  readonly readAt: Date;
  readonly haltedBecause: string | null;
};

/** Returns the height for a source, or undefined while the chain was never read. */
export async function readChainHeight(db: Database, source: string): Promise<ChainHeight | undefined> {
  const cursor = await findCursor(db, source);
  if (cursor === undefined || cursor.head_number === null || cursor.head_at === null) return undefined;
  return {
    headNumber: cursor.head_number,
    headAt: cursor.head_at,
    confirmationsNeeded: cursor.confirmations_needed ?? 1,
    readNumber: cursor.block_number,
    readAt: cursor.block_at,
    haltedBecause: cursor.halt_reason,
  };
}

/** Returns the number of blocks on top of a block: 0 while it is the newest, capped at the number needed. */
export function countConfirmations(blockNumber: bigint, height: ChainHeight): number {
  const blocksAbove = Number(height.headNumber - blockNumber);
  return Math.min(Math.max(blocksAbove, 0), height.confirmationsNeeded);
}
