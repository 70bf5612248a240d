import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { isNotSuspended } from '../round/store/rounds.ts';
import { type PartStep, type PayingStep, partStep } from '../round/store/steps.ts';

/**
 * NOTIFY channel that wakes the worker for a settlement with payable parts, by the functions that open them
 * (migrations/functions/rounds/settlement-chunks.sql).
 */
export const PARTS_DUE_CHANNEL = 'settlement_parts_due';

/** A payment of a settlement in one transaction: a step for one chunk of participants. */
export type Part = { readonly roundId: bigint; readonly step: PartStep; readonly chunk: number };

/** Returns the number of unpaid parts of each step of a settlement. */
export async function countOpenParts(db: Database, roundId: bigint): Promise<ReadonlyMap<PayingStep, number>> {
  const { rows } = await sql<{ step: string; parts: number }>`
    select step, count(*)::int as parts from round_part where round_id = ${roundId} group by step`.execute(db);
  return new Map(rows.map(({ step, parts }) => [partStep.parse(step), parts]));
}

/**
 * Locks a part of the round until the transaction ends, like `lockDuePart`, but regardless of its due time. Undefined
 * when others have locked all of them.
 */
export async function lockPartOf(tx: Database, roundId: bigint): Promise<Part | undefined> {
  return lockFirstPart(tx, sql<boolean>`round_id = ${roundId}`);
}

/**
 * Locks the first part that is due, of any settlement, until the transaction ends. Undefined when none is due. Skips
 * suspended rounds and parts that others have locked.
 */
export async function lockDuePart(tx: Database): Promise<Part | undefined> {
  return lockFirstPart(tx, sql<boolean>`due_at <= clock_timestamp() and ${isNotSuspended('round_part.round_id')}`);
}

/**
 * Chunk by chunk, so that coins alternate with tokens: two connections that pay coins in parallel wait for each other
 * at the escrow, which a part locks for most of its time. docs/decisions/0091-two-connections-settle.md
 */
async function lockFirstPart(tx: Database, which: RawBuilder<boolean>): Promise<Part | undefined> {
  const row = await tx
    .selectFrom('round_part')
    .select(['round_id', 'step', 'chunk'])
    .where(which)
    .orderBy('round_id')
    .orderBy('chunk')
    .orderBy('step', 'desc')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && { roundId: row.round_id, step: partStep.parse(row.step), chunk: row.chunk };
}

/**
 * Pays an open part and records it, by the stored settlement of its orders. Throws when it is not open.
 * docs/money-rules.md#5-settlement
 */
export async function payPart(tx: Database, { roundId, step, chunk }: Part): Promise<void> {
  await sql`select settlement_pay_part(${roundId}, ${step}, ${chunk}::int)`.execute(tx);
}

/** Makes a part whose payment failed due again in `delayMs`, unless it has been paid. */
export async function postponePart(
  db: Database,
  { part: { roundId, step, chunk }, delayMs }: { readonly part: Part; readonly delayMs: number },
): Promise<void> {
  await sql`
    update round_part set due_at = clock_timestamp() + ${delayMs}::int * interval '1 millisecond'
    where round_id = ${roundId} and step = ${step} and chunk = ${chunk}`.execute(db);
}
