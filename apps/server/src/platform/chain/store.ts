import { type Selectable, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { ChainCursor } from '../database/generated/db.ts';
import type { EventRecord } from './log-source.ts';
import type { ChainLog } from './read-logs.ts';
import type { BlockHeader, Survey } from './survey-chain.ts';

export type Cursor = Selectable<ChainCursor>;

/** A statement takes 65,535 parameters at most. */
const ROWS_AT_ONCE = 5_000;

/** How far a source was read, or undefined when it never was. */
export async function findCursor(db: Database, source: string): Promise<Cursor | undefined> {
  return db.selectFrom('chain_cursor').selectAll().where('source', '=', source).executeTakeFirst();
}

/** The same, the row locked: of several indexers one goes on, the others wait here and then find it moved. */
export async function lockCursor(tx: Database, source: string): Promise<Cursor | undefined> {
  return tx.selectFrom('chain_cursor').selectAll().where('source', '=', source).forUpdate().executeTakeFirst();
}

/** Begins a source after the given block, unless it has begun. */
export async function insertCursor(
  db: Database,
  start: { source: string; chainId: number; genesisHash: string; after: BlockHeader },
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

/** Moves the cursor to a block whose events are taken. */
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

/** Keeps what the nodes said of the chain's height. */
export async function recordSurvey(tx: Database, noted: { source: string; survey: Survey }): Promise<void> {
  const { head, finalized, confirmationsNeeded } = noted.survey;
  await tx
    .updateTable('chain_cursor')
    .set({
      head_number: head.number,
      head_at: head.at,
      finalized_number: finalized.number,
      finalized_at: finalized.at,
      confirmations_needed: confirmationsNeeded,
      updated_at: sql`now()`,
    })
    .where('source', '=', noted.source)
    .execute();
}

/** Marks a source as stopped for good; the first reason stays. True when it was not stopped before. */
export async function markHalted(tx: Database, mark: { source: string; because: string }): Promise<boolean> {
  const result = await tx
    .updateTable('chain_cursor')
    .set({ halted_because: mark.because, updated_at: sql`now()` })
    .where('source', '=', mark.source)
    .where('halted_because', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export type RecordedEvent = EventRecord & { readonly log: ChainLog };

/** Keeps final events for ever; a number that was taken before is an error. */
export async function insertEvents(tx: Database, events: readonly RecordedEvent[]): Promise<void> {
  const values = events.map((event) => ({
    ...placeOf(event),
    block_hash: event.log.blockHash,
    log_index: event.log.logIndex,
  }));
  for (let from = 0; from < values.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('chain_event')
      .values(values.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

/** Forgets what was pending and keeps what is now; of two with one number the later in the chain. */
export async function replacePendingEvents(tx: Database, events: readonly RecordedEvent[]): Promise<void> {
  await tx.deleteFrom('chain_event_pending').execute();
  const latest = [...new Map(events.map((event) => [event.sequence, event])).values()].slice(-ROWS_AT_ONCE);
  if (latest.length > 0) await tx.insertInto('chain_event_pending').values(latest.map(placeOf)).execute();
}

function placeOf({ sequence, kind, payload, log }: RecordedEvent) {
  return {
    seq: sequence,
    kind,
    block_number: log.blockNumber,
    block_at: log.blockAt,
    tx_hash: log.txHash,
    payload: JSON.stringify(payload),
  };
}
