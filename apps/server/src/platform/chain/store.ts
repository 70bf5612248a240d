import { type Selectable, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { ChainCursor } from '../database/generated/db.ts';
import type { EventRecord } from './log-source.ts';
import type { ChainLog } from './read-logs.ts';
import type { BlockHeader, Survey } from './survey-chain.ts';

export type Cursor = Selectable<ChainCursor>;

/** Maximum number of stored pending events; the newest are stored. */
const MOST_PENDING = 5_000;

/** Returns the cursor of a source, or undefined when it was never read. */
export async function findCursor(db: Database, source: string): Promise<Cursor | undefined> {
  return db.selectFrom('chain_cursor').selectAll().where('source', '=', source).executeTakeFirst();
}

/**
 * Returns the same with its row locked: of several indexers one continues; the others wait here and then find it moved.
 */
export async function lockCursor(tx: Database, source: string): Promise<Cursor | undefined> {
  return tx.selectFrom('chain_cursor').selectAll().where('source', '=', source).forUpdate().executeTakeFirst();
}

/** Whether two cursors of a source are after the same block and the same event. */
export function isSamePlace(one: Cursor, other: Cursor): boolean {
  return (
    one.block_number === other.block_number && one.block_hash === other.block_hash && one.last_seq === other.last_seq
  );
}

/** Inserts the cursor of a source after a block, unless there is one. */
export async function insertCursor(
  db: Database,
  start: { source: string; chainId: number; genesisHash: string | null; after: BlockHeader },
): Promise<void> {
  await db
    .insertInto('chain_cursor')
    .values({
      source: start.source,
      chain_id: start.chainId,
      genesis_hash: start.genesisHash,
      block_number: start.after.number,
      block_hash: start.after.hash,
      block_at: start.after.at,
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute();
}

/** Moves the cursor to a block whose events are applied. */
export async function moveCursor(
  tx: Database,
  move: { source: string; to: BlockHeader; lastSequence: bigint },
): Promise<void> {
  await tx
    .updateTable('chain_cursor')
    .set({
      block_number: move.to.number,
      block_hash: move.to.hash,
      block_at: move.to.at,
      last_seq: move.lastSequence,
      updated_at: sql`now()`,
    })
    .where('source', '=', move.source)
    .execute();
}

/** Stores the chain's height as reported by the nodes. */
export async function recordSurvey(tx: Database, observed: { source: string; survey: Survey }): Promise<void> {
  const { head, finalized, confirmationsNeeded, genesisHash } = observed.survey;
  await tx
    .updateTable('chain_cursor')
    .set({
      head_number: head.number,
      head_at: head.at,
      finalized_number: finalized.number,
      finalized_at: finalized.at,
      confirmations_needed: confirmationsNeeded,
      genesis_hash: sql<string | null>`coalesce(genesis_hash, ${genesisHash}::text)`,
      updated_at: sql`now()`,
    })
    .where('source', '=', observed.source)
    .execute();
}

/** Marks a source as halted; the first reason stays. Returns whether it was not halted before. */
export async function markHalted(tx: Database, halted: { source: string; because: string }): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select chain_cursor_halt(${halted.source}, ${halted.because}) as done`.execute(tx);
  return rows[0]?.done === true;
}

export type RecordedEvent = EventRecord & { readonly log: ChainLog };

/** Inserts final events, which are never deleted; throws for a duplicate number. */
export async function insertEvents(tx: Database, events: readonly RecordedEvent[]): Promise<void> {
  const logs = events.map(({ log }) => log);
  await sql`
    insert into chain_event (seq, kind, block_number, block_at, tx_hash, payload, block_hash, log_index, gas_fee)
    select seq, kind, block_number, block_at, tx_hash, payload, block_hash, log_index, gas_fee
    from rows from (
      unnest(${events.map(({ sequence }) => sequence.toString())}::bigint[],
        ${events.map(({ kind }) => kind)}::text[],
        ${logs.map(({ blockNumber }) => blockNumber.toString())}::bigint[],
        ${logs.map(({ blockAt }) => blockAt)}::timestamptz[], ${logs.map(({ txHash }) => txHash)}::text[],
        ${logs.map(({ blockHash }) => blockHash)}::text[], ${logs.map(({ logIndex }) => logIndex)}::int[],
        ${logs.map(({ gasFee }) => gasFee?.toString() ?? null)}::numeric[]),
      jsonb_array_elements(${JSON.stringify(events.map(({ payload }) => payload))}::jsonb)
    ) as t (seq, kind, block_number, block_at, tx_hash, block_hash, log_index, gas_fee, payload)`.execute(tx);
}

/** Replaces the pending events; if two have the same number, the later one in the chain is stored. */
export async function replacePendingEvents(tx: Database, events: readonly RecordedEvent[]): Promise<void> {
  await tx.deleteFrom('chain_event_pending').execute();
  const latest = [...new Map(events.map((event) => [event.sequence, event])).values()].slice(-MOST_PENDING);
  if (latest.length > 0) await tx.insertInto('chain_event_pending').values(latest.map(rowOf)).execute();
}

function rowOf({ sequence, kind, payload, log }: RecordedEvent) {
  return {
    seq: sequence,
    kind,
    block_number: log.blockNumber,
    block_at: log.blockAt,
    tx_hash: log.txHash,
    payload: JSON.stringify(payload),
  };
}
