import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { type DueRound, isNotSuspended, TOKENS_DUE_CHANNEL } from '../lifecycle/store.ts';

const units = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => tokenAmount(BigInt(text)));

const mintedTotals = z.object({
  principal: units,
  fee: units,
  reward: units,
  nodes: units,
  levels: units,
  treasury: units,
  reserveIn: units,
  split: units,
  minted: units,
});
const failedTotals = z.object({ refund: units, loss: units, compensation: units, hash: units });

/** The totals of a minted round in base units, as its settlement stored them. */
export async function readMintedTotals(tx: Database, roundId: bigint) {
  const row = await tx
    .selectFrom('round_settlement')
    .select(['totals', 'stages', 'settled_at'])
    .where('round_id', '=', roundId)
    .executeTakeFirstOrThrow();
  const [stage1, stage2, stage3] = row.stages ?? [];
  if (stage1 === undefined || stage2 === undefined || stage3 === undefined)
    throw new Error(`round ${roundId} has no stages`);
  const stages = [tokenAmount(stage1), tokenAmount(stage2), tokenAmount(stage3)] as const;
  return { ...mintedTotals.parse(row.totals), stages, settledAt: row.settled_at };
}

/** The totals of a failed round in base units, as its settlement stored them. */
export async function readFailedTotals(tx: Database, roundId: bigint) {
  const row = await tx
    .selectFrom('round_settlement')
    .select('totals')
    .where('round_id', '=', roundId)
    .executeTakeFirstOrThrow();
  return failedTotals.parse(row.totals);
}

/**
 * The lane of a minted round's first stage: tokens come from the emission to accounts that its coins never touch, so two workers can pay the two
 * at the same time. Who holds the row's lock pays the next range.
 */
export async function openTokenPayout(tx: Database, roundId: bigint): Promise<void> {
  await tx.insertInto('round_token_payout').values({ round_id: roundId }).execute();
  await sql`select pg_notify(${TOKENS_DUE_CHANNEL}, ${roundId.toString()})`.execute(tx);
}

/** Locks the lane until the transaction ends; false when another worker holds it. */
export async function lockTokenPayout(tx: Database, roundId: bigint): Promise<boolean> {
  const row = await tx
    .selectFrom('round_token_payout')
    .select('round_id')
    .where('round_id', '=', roundId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the lane that is due for longest, whose round no operator keeps aside and that no other worker holds; undefined when there is none. */
export async function lockDueTokenPayout(tx: Database): Promise<bigint | undefined> {
  const row = await tx
    .selectFrom('round_token_payout')
    .select('round_id')
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .where(isNotSuspended('round_token_payout.round_id'))
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.round_id;
}

/** When somebody is to look at the lane again; null = all its tokens are paid. */
export async function postponeTokenPayout(tx: Database, roundId: bigint, delayMs: number | null): Promise<void> {
  const dueAt = delayMs === null ? null : sql<Date>`clock_timestamp() + ${delayMs}::int * interval '1 millisecond'`;
  await tx.updateTable('round_token_payout').set({ due_at: dueAt }).where('round_id', '=', roundId).execute();
}

export async function closeTokenPayout(tx: Database, roundId: bigint): Promise<void> {
  await tx.deleteFrom('round_token_payout').where('round_id', '=', roundId).execute();
}

/** The first range of a round's participants for which this part is not done yet; undefined when it is done for all. */
export async function findNextChunk(
  tx: Database,
  { roundId, step }: { readonly roundId: bigint; readonly step: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ chunk: number }>`
    select c.chunk from round_chunk c
    where c.round_id = ${roundId}
      and not exists (select 1 from round_step s where s.round_id = c.round_id and s.step = ${step} and s.chunk = c.chunk)
    order by c.chunk limit 1`.execute(tx);
  return rows[0]?.chunk;
}

/** Cuts the participants of a computed settlement into ranges of user ids with about `chunkSize` orders each. */
export async function cutChunks(tx: Database, round: DueRound, chunkSize: number): Promise<void> {
  await sql`
    insert into round_chunk (round_id, chunk, from_user, to_user)
    select ${round.id}, chunk, lag(last_user, 1, 0::bigint) over (order by chunk) + 1, last_user
    from (
      select row_number() over (order by last_user) as chunk, last_user
      from (
        select distinct max(user_id) as last_user
        from (
          select user_id, row_number() over (order by user_id) as n from order_settlement where round_id = ${round.id}
        ) numbered
        group by (n - 1) / ${chunkSize}::int
      ) ends
    ) chunks`.execute(tx);
}

/** For the rest of the transaction: enough memory to join and sort the orders of a large round without going to disk. One settlement computes at a time. */
export async function allowMemory(tx: Database): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(tx);
}
