import type { Database } from '../database/database.ts';
import { findCursor } from './store.ts';

/** Where the chain stands and how far it was read, as the indexer saw it last. */
export type ChainHeight = {
  readonly headNumber: bigint;
  /** The newest block's own time. */
  readonly headAt: Date;
  readonly confirmationsNeeded: number;
  /** All events up to this block are taken. */
  readonly readNumber: bigint;
  readonly readAt: Date;
  readonly haltedBecause: string | null;
};

/** The height for a source, or undefined while the chain was never read. */
export async function readChainHeight(db: Database, source: string): Promise<ChainHeight | undefined> {
  const cursor = await findCursor(db, source);
  if (cursor === undefined || cursor.head_number === null || cursor.head_at === null) return undefined;
  return {
    headNumber: cursor.head_number,
    headAt: cursor.head_at,
    confirmationsNeeded: cursor.confirmations_needed ?? 1,
    readNumber: cursor.block_number,
    readAt: cursor.block_at,
    haltedBecause: cursor.halted_because,
  };
}
