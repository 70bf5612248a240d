import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { isNotSuspended } from '../lifecycle/store.ts';

/** How a settled round came out. docs/money-rules.md#3-states */
export const settledOutcome = z.enum(['minted', 'failed', 'cancelled']);
export type SettledOutcome = z.output<typeof settledOutcome>;

/** Steps that a minted round (`settling`) is settled in, in their order. docs/money-rules.md#5-settlement */
export type SettlingStep = 'compute' | 'fees' | 'pay' | 'mint' | 'close';
/** Steps that a failed round (`liquidating`) is settled in, in their order. docs/money-rules.md#5-settlement */
export type LiquidatingStep = 'compute' | 'refund' | 'losses' | 'compensate' | 'close';
/** Steps that a cancelled round is settled in, in their order. docs/money-rules.md#5-settlement */
export type CancellingStep = 'compute' | 'return' | 'close';
/** Steps that pay participants: they run once for each chunk of them. */
export type PayingStep = 'pay' | 'mint' | 'refund' | 'return' | 'compensate' | 'stage2' | 'stage3';
/** Every step that is recorded as done. */
export type RecordedStep = SettlingStep | LiquidatingStep | CancellingStep | PayingStep | 'auto-mint-losses';

/**
 * Records that a step of a round is done for a chunk (0 = for the whole round), in the transaction of the step and
 * before its effects: workers that run the same step by mistake collide on the key before any money moves.
 */
export async function recordStep(
  tx: Database,
  { roundId, step, chunk }: { readonly roundId: bigint; readonly step: RecordedStep; readonly chunk: number },
): Promise<void> {
  await tx.insertInto('round_step').values({ round_id: roundId, step, chunk }).execute();
}

/** Returns a function that tells whether a step of the round is recorded as done for a chunk. */
export async function readDoneSteps(
  tx: Database,
  roundId: bigint,
): Promise<(step: RecordedStep, chunk: number) => boolean> {
  const doneSteps = await tx
    .selectFrom('round_step')
    .select(['step', 'chunk'])
    .where('round_id', '=', roundId)
    .execute();
  const doneKeys = new Set(doneSteps.map(({ step, chunk }) => `${step}/${chunk}`));
  return (step, chunk) => doneKeys.has(`${step}/${chunk}`);
}

/**
 * Raises `work_mem` until the transaction ends, to join and sort the orders of a large round in memory: only one
 * settlement computes at a time.
 */
export async function raiseWorkMemory(tx: Database): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(tx);
}

/** Orders from which a plan with a nested loop, chosen by old statistics, would take hours. */
const MANY_ORDERS = 10_000;

/**
 * Lets the statements of this transaction read the orders of a large round in memory and once, whatever the statistics
 * of their tables say: those of the first large round are of nearly empty ones.
 */
export async function planForManyOrders(tx: Database, orders: number): Promise<void> {
  await raiseWorkMemory(tx);
  if (orders >= MANY_ORDERS) await sql`set local enable_nestloop = off`.execute(tx);
}

/**
 * Cuts the participants of a computed settlement into ranges of user ids with about `chunkSize` orders each, once the
 * database has statistics of its orders.
 */
export async function cutChunks(
  tx: Database,
  { id: roundId, orderCount }: { readonly id: bigint; readonly orderCount: number },
  chunkSize: number,
): Promise<void> {
  await sql`select analyze_order_settlement(${orderCount}::int)`.execute(tx);
  await sql`set local enable_nestloop = on`.execute(tx);
  await sql`
    with recursive ends (chunk, from_user, to_user) as (
      select 0, 0::bigint, 0::bigint
      union all
      -- The user of the last order of the next chunk: each row is found by the index from where the one before ended.
      select chunk + 1, to_user + 1, coalesce((
        select user_id from order_settlement where round_id = ${roundId} and user_id > ends.to_user
        order by user_id limit 1 offset ${chunkSize - 1}::int
      ), (select max(user_id) from order_settlement where round_id = ${roundId} and user_id > ends.to_user))
      from ends where to_user is not null
    )
    insert into round_chunk (round_id, chunk, from_user, to_user)
    select ${roundId}, chunk, from_user, to_user from ends where chunk > 0 and to_user is not null`.execute(tx);
}

/** Returns the numbers of a round's chunks in their order; none before the settlement is computed. */
export async function listChunks(tx: Database, roundId: bigint): Promise<number[]> {
  const chunks = await tx
    .selectFrom('round_chunk')
    .select('chunk')
    .where('round_id', '=', roundId)
    .orderBy('chunk')
    .execute();
  return chunks.map(({ chunk }) => chunk);
}

/** Returns the first chunk for which a step is not done yet; undefined when it is done for all. */
export async function findNextChunk(
  tx: Database,
  { roundId, step }: { readonly roundId: bigint; readonly step: PayingStep },
): Promise<number | undefined> {
  const { rows } = await sql<{ chunk: number }>`
    select c.chunk from round_chunk c
    where c.round_id = ${roundId} and not exists (
      select 1 from round_step s where s.round_id = c.round_id and s.step = ${step} and s.chunk = c.chunk)
    order by c.chunk limit 1`.execute(tx);
  return rows[0]?.chunk;
}

const storedUnits = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => tokenAmount(BigInt(text)));

const mintedTotals = z.object({
  principal: storedUnits,
  fee: storedUnits,
  reward: storedUnits,
  nodes: storedUnits,
  levels: storedUnits,
  treasury: storedUnits,
  reserveIn: storedUnits,
  split: storedUnits,
  minted: storedUnits,
});
const failedTotals = z.object({
  refund: storedUnits,
  loss: storedUnits,
  compensation: storedUnits,
  hash: storedUnits,
});

/** Returns the stored totals of a minted round in base units; throws when its settlement is not computed. */
export async function readMintedTotals(tx: Database, roundId: bigint) {
  const settlement = await tx
    .selectFrom('round_settlement')
    .select(['totals', 'stages', 'settled_at'])
    .where('round_id', '=', roundId)
    .executeTakeFirstOrThrow();
  const [stage1, stage2, stage3] = settlement.stages ?? [];
  if (stage1 === undefined || stage2 === undefined || stage3 === undefined)
    throw new Error(`round ${roundId} has no stages`);
  const stages = [tokenAmount(stage1), tokenAmount(stage2), tokenAmount(stage3)] as const;
  return { ...mintedTotals.parse(settlement.totals), stages, settledAt: settlement.settled_at };
}

/** Returns the stored totals of a failed round in base units; throws when its settlement is not computed. */
export async function readFailedTotals(tx: Database, roundId: bigint): Promise<z.output<typeof failedTotals>> {
  const settlement = await tx
    .selectFrom('round_settlement')
    .select('totals')
    .where('round_id', '=', roundId)
    .executeTakeFirstOrThrow();
  return failedTotals.parse(settlement.totals);
}

/** NOTIFY channel that wakes the worker for a settlement whose tokens can be paid. */
export const TOKENS_DUE_CHANNEL = 'tokens_due';

/**
 * Opens the token payout of a minted round: its first stage is paid from the emission to accounts that the payment of
 * its coins never touches, so two workers can pay the two in parallel. Whoever locks the payout's row pays the next
 * chunk.
 */
export async function openTokenPayout(tx: Database, roundId: bigint): Promise<void> {
  await tx.insertInto('round_token_payout').values({ round_id: roundId }).execute();
  await sql`select pg_notify(${TOKENS_DUE_CHANNEL}, ${roundId.toString()})`.execute(tx);
}

/** Locks a round's token payout until the transaction ends; returns false when another worker has it locked. */
export async function lockTokenPayout(tx: Database, roundId: bigint): Promise<boolean> {
  const locked = await tx
    .selectFrom('round_token_payout')
    .select('round_id')
    .where('round_id', '=', roundId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return locked !== undefined;
}

/**
 * Locks the token payout that has been due the longest and returns its round; undefined when none is due. Skips
 * suspended rounds and payouts that another worker has locked.
 */
export async function lockDueTokenPayout(tx: Database): Promise<bigint | undefined> {
  const duePayout = await tx
    .selectFrom('round_token_payout')
    .select('round_id')
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .where(isNotSuspended('round_token_payout.round_id'))
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return duePayout?.round_id;
}

/** Makes a token payout due again in `delayMs`; null = all its tokens are paid. */
export async function postponeTokenPayout(tx: Database, roundId: bigint, delayMs: number | null): Promise<void> {
  const dueAt = delayMs === null ? null : sql<Date>`clock_timestamp() + ${delayMs}::int * interval '1 millisecond'`;
  await tx.updateTable('round_token_payout').set({ due_at: dueAt }).where('round_id', '=', roundId).execute();
}

/** Deletes the token payout of a round whose settlement closes. */
export async function closeTokenPayout(tx: Database, roundId: bigint): Promise<void> {
  await tx.deleteFrom('round_token_payout').where('round_id', '=', roundId).execute();
}
