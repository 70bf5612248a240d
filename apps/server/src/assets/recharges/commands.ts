import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Maximum number of deposits credited in one transaction. */
const BATCH_SIZE = 200;

/**
 * Credits the stored events of final deposits, by sequence number, to the accounts that sent them, and registers new
 * users. While recharging is paused, deposits are only persisted and wait. docs/money-rules.md#9-ledger
 */
export async function creditDeposits(tx: Database, sequences: readonly bigint[]): Promise<void> {
  if (sequences.length === 0) return;
  await sql`select credit_deposits(${sequences.map(String)}::bigint[])`.execute(tx);
}

/**
 * Credits the deposits that waited while recharging was paused, once it is resumed. Several processes may run this
 * concurrently. Returns how many were credited.
 */
export async function creditWaitingDeposits(db: Database): Promise<number> {
  let creditedCount = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`select credit_waiting_deposits(${BATCH_SIZE}) as count`.execute(db);
    const batchCount = rows[0]?.count ?? 0;
    creditedCount += batchCount;
    if (batchCount < BATCH_SIZE) return creditedCount;
  }
}

/**
 * Posts transfers for the operator's fundings of the vault, by sequence number: JU for the treasury, FMC for the
 * emission. docs/money-rules.md#9-ledger
 */
export async function bookFundings(tx: Database, sequences: readonly bigint[]): Promise<void> {
  if (sequences.length === 0) return;
  await sql`select book_fundings(${sequences.map(String)}::bigint[])`.execute(tx);
}
