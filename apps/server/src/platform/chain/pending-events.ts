import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** An event above the finalised block, which a reorg may move or revert. Its source defines the `payload`. */
export type PendingEvent = {
  readonly sequence: bigint;
  readonly blockNumber: bigint;
  readonly blockAt: Date;
  readonly txHash: string;
  readonly payload: unknown;
};

/** Returns the pending events of one kind whose payload has this value in a field, in chain order. */
export async function readPendingEvents(
  db: Database,
  wanted: { kind: string; field: string; value: string },
): Promise<PendingEvent[]> {
  const rows = await db
    .selectFrom('chain_event_pending')
    .selectAll()
    .where('kind', '=', wanted.kind)
    .where((at) => at(at.fn<string>('jsonb_extract_path_text', ['payload', at.val(wanted.field)]), '=', wanted.value))
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    sequence: row.seq,
    blockNumber: row.block_number,
    blockAt: row.block_at,
    txHash: row.tx_hash,
    payload: row.payload,
  }));
}

/**
 * Returns the transactions of pending events of one kind whose payloads have one of these values in a field, by that
 * value.
 */
export async function findPendingTransactions(
  db: Database,
  { kind, field, values }: { kind: string; field: string; values: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (values.length === 0) return new Map();
  const { rows } = await sql<{ value: string; tx_hash: string }>`
    select payload->>${field}::text as value, tx_hash from chain_event_pending
    where kind = ${kind} and payload->>${field}::text = any (${values}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.value, row.tx_hash]));
}
