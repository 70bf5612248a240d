import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { TOKENS_DUE_CHANNEL } from '../due-channels.ts';
import { isNotSuspended } from './is-not-suspended.ts';

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
