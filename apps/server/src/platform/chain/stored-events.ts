import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** A final event as the indexer stored it. */
export type StoredEvent = {
  readonly sequence: bigint;
  readonly kind: string;
  readonly blockNumber: bigint;
  readonly txHash: string;
  readonly payload: unknown;
};

/** Returns at most `limit` stored events with numbers above `after`, up to and including `upTo`, in order. */
export async function listStoredEvents(
  db: Database,
  { after, upTo, limit }: { readonly after: bigint; readonly upTo: bigint; readonly limit: number },
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('chain_event')
    .select(['seq', 'kind', 'block_number', 'tx_hash', 'payload'])
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    sequence: row.seq,
    kind: row.kind,
    blockNumber: row.block_number,
    txHash: row.tx_hash,
    payload: row.payload,
  }));
}

/** Returns the number of the last stored event; 0 without one. */
export async function readLastStoredSequence(db: Database): Promise<bigint> {
  const { seq } = await db
    .selectFrom('chain_event')
    .select((event) => event.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  return seq ?? 0n;
}

/** The blocks of all events, as rows (seq, block_number), for a statement over many. */
export const eventBlocks = sql`select seq, block_number from chain_event`;

/** Block and transaction of a stored event. */
export type EventPlace = { readonly blockNumber: bigint; readonly blockAt: Date; readonly txHash: string };

/** Returns block and transaction of stored events, by number. */
export async function findEventPlaces(
  db: Database,
  sequences: readonly bigint[],
): Promise<ReadonlyMap<bigint, EventPlace>> {
  if (sequences.length === 0) return new Map();
  const rows = await db
    .selectFrom('chain_event')
    .select(['seq', 'block_number', 'block_at', 'tx_hash'])
    .where('seq', 'in', sequences)
    .execute();
  return new Map(
    rows.map((row) => [row.seq, { blockNumber: row.block_number, blockAt: row.block_at, txHash: row.tx_hash }]),
  );
}
