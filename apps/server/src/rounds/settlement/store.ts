import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { PayingStep } from '../round/store/steps.ts';

/**
 * Raises `work_mem` until the transaction ends, to join and sort the orders of a large round in memory: only one
 * settlement computes at a time.
 */
export async function raiseWorkMemory(tx: Database): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(tx);
}

/** From this number of orders on, a nested loop, chosen by old statistics, would take hours. */
const MANY_ORDERS = 10_000;

/**
 * Makes the statements of this transaction read the orders of a large round once and in memory, independent of their
 * tables' statistics: for the first large round these still describe nearly empty tables.
 */
export async function planForManyOrders(tx: Database, orders: number): Promise<void> {
  await raiseWorkMemory(tx);
  if (orders >= MANY_ORDERS) await sql`set local enable_nestloop = off`.execute(tx);
}

/**
 * Returns the time of a settlement, to the microsecond, whose next statement reads the bindings: it sees every binding
 * up to this time, and every other one will have a later time.
 */
export async function readSettlementTime(tx: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select settlement_time()::text as at`.execute(tx);
  const [moment] = rows;
  if (moment === undefined) throw new Error('settlement_time returned no row');
  return moment.at;
}

/** Minimum number of chunks per round, so that two connections have work until its end. */
const FEWEST_CHUNKS = 12;
/** A chunk of fewer orders takes hardly less time. */
const SMALLEST_CHUNK = 5_000;
/**
 * With more, each order takes more time: the sorted and written data of a part no longer fits into the processor's
 * caches.
 */
const LARGEST_CHUNK = 12_500;

/**
 * Divides the participants of a computed settlement into ranges of user ids with at most about `largest` orders each,
 * once the database has statistics of its orders.
 */
export async function cutChunks(
  tx: Database,
  { id: roundId, orderCount }: { readonly id: bigint; readonly orderCount: number },
  largest = LARGEST_CHUNK,
): Promise<void> {
  const chunkSize = Math.min(largest, LARGEST_CHUNK, Math.max(SMALLEST_CHUNK, Math.ceil(orderCount / FEWEST_CHUNKS)));
  await sql`select analyze_order_settlement(${orderCount}::int)`.execute(tx);
  await sql`set local enable_nestloop = on`.execute(tx);
  await sql`
    with recursive ends (chunk, from_user, to_user) as (
      select 0, 0::bigint, 0::bigint
      union all
      -- The user of the last order of the next chunk; the index finds it from the end of the previous chunk.
      select chunk + 1, to_user + 1, coalesce((
        select user_id from order_settlement where round_id = ${roundId} and user_id > ends.to_user
        order by user_id limit 1 offset ${chunkSize - 1}::int
      ), (select max(user_id) from order_settlement where round_id = ${roundId} and user_id > ends.to_user))
      from ends where to_user is not null
    )
    insert into round_chunk (round_id, chunk, from_user, to_user)
    select ${roundId}, chunk, from_user, to_user from ends where chunk > 0 and to_user is not null`.execute(tx);
}

/** Participants of one chunk of a round: an inclusive range of user ids. */
export type UserRange = { readonly fromUser: bigint; readonly toUser: bigint };

/** Returns the range of users of a chunk; undefined for a part without participants. */
export async function findChunk(
  tx: Database,
  { roundId, chunk }: { readonly roundId: bigint; readonly chunk: number },
): Promise<UserRange | undefined> {
  const row = await tx
    .selectFrom('round_chunk')
    .select(['from_user', 'to_user'])
    .where('round_id', '=', roundId)
    .where('chunk', '=', chunk)
    .executeTakeFirst();
  return row && { fromUser: row.from_user, toUser: row.to_user };
}

/** Returns the first chunk whose step is not done; undefined when it is done for all. */
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
