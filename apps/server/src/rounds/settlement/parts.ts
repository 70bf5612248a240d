import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { isNotSuspended } from '../round/store/rounds.ts';
import { type PartStep, type PayingStep, partStep, recordStep } from '../round/store/steps.ts';
import { payChunk } from './payments.ts';
import { raiseWorkMemory } from './store.ts';

/** NOTIFY channel that wakes the worker for a settlement with payable parts. */
export const PARTS_DUE_CHANNEL = 'settlement_parts_due';

/** Rewards in a chunk above this number become a separate part. */
const MOST_REWARDS = 50_000;

/** A payment of a settlement in one transaction: a step for one chunk of participants. */
export type Part = { readonly roundId: bigint; readonly step: PartStep; readonly chunk: number };

/**
 * Opens the parts of a step that pays each chunk of participants. Parts are paid in any order, each by the worker that
 * locks its row; the step is done when no part remains. docs/decisions/0091-two-connections-settle.md
 */
export async function openParts(tx: Database, roundId: bigint, step: Exclude<PartStep, 'pay'>): Promise<void> {
  await sql`
    insert into round_part (round_id, step, chunk)
    select round_id, ${step}, chunk from round_chunk where round_id = ${roundId}`.execute(tx);
  await notifyParts(tx, roundId);
}

/**
 * Opens the parts of the coins: principals and surplus of each chunk, with the rewards of the inviters whose accounts
 * are in it, for orders of any part. So each account is in one part, and no part waits for the accounts of another.
 * More than `mostRewards` rewards in one chunk, which a few inviters may have, become separate parts.
 */
export async function openCoinParts(tx: Database, roundId: bigint, mostRewards = MOST_REWARDS): Promise<void> {
  await raiseWorkMemory(tx);
  await sql`
    with ranges as materialized (
      select array_agg(to_user order by chunk) as ends, count(*)::int as chunks from round_chunk
      where round_id = ${roundId}
    ), rewards as (
      -- The first chunk that ends at or after the inviter; the last one for inviters beyond it.
      select least(width_bucket(s.inviter_id - 1, r.ends) + 1, r.chunks) as chunk, s.inviter_id, s.order_id, s.reward
      from order_settlement s cross join ranges r where s.round_id = ${roundId} and s.reward > 0
    ), pieces as (
      select chunk, piece, array_agg(account_available(inviter_id, currency_ju())) as credits,
        array_agg(reward) as amounts, array_agg(order_id) as orders
      from (
        select *, (row_number() over (partition by chunk order by inviter_id, order_id) - 1)
          / ${mostRewards}::int as piece
        from rewards
      ) numbered
      group by chunk, piece
    )
    insert into round_part (round_id, step, chunk, reward_credits, reward_amounts, reward_orders)
    select ${roundId}::bigint, 'pay', c.chunk, p.credits, p.amounts, p.orders
    from round_chunk c left join pieces p on p.chunk = c.chunk and p.piece = 0 where c.round_id = ${roundId}
    union all
    select ${roundId}::bigint, 'pay', r.chunks + row_number() over (order by p.chunk, p.piece), p.credits, p.amounts,
      p.orders
    from pieces p cross join ranges r where p.piece > 0`.execute(tx);
  await notifyParts(tx, roundId);
}

async function notifyParts(tx: Database, roundId: bigint): Promise<void> {
  await sql`select pg_notify(${PARTS_DUE_CHANNEL}, ${roundId.toString()})`.execute(tx);
}

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

/** Pays a part, its row locked by this transaction, and records it. docs/money-rules.md#5-settlement */
export async function payPart(tx: Database, part: Part): Promise<void> {
  await recordStep(tx, part);
  await payChunk(tx, part);
  const { roundId, step, chunk } = part;
  await sql`delete from round_part where round_id = ${roundId} and step = ${step} and chunk = ${chunk}`.execute(tx);
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
