import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A comparison of the ledger with the vault, and its result. */
type Comparison = {
  readonly blockNumber: bigint;
  /** The block's own time. */
  readonly blockAt: Date;
  readonly agrees: boolean;
  /** The newest withdrawal whose request the balances include. */
  readonly lastWithdrawalId: bigint;
  /** The time of the balances. */
  readonly comparedAt: Date;
  /** The number of the last event that was compared with the vault's logs. */
  readonly checkedSequence: bigint;
};

/** Stores the newest comparison of the ledger with the vault; an older one than the stored one is ignored. */
export async function storeComparison(tx: Database, comparison: Comparison): Promise<void> {
  const row = {
    block_number: comparison.blockNumber,
    block_at: comparison.blockAt,
    agrees: comparison.agrees,
    checked_seq: comparison.checkedSequence,
    last_withdrawal_id: comparison.lastWithdrawalId,
    compared_at: comparison.comparedAt,
  };
  await tx
    .insertInto('vault_comparison')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('single')
        .doUpdateSet(row)
        .where('vault_comparison.compared_at', '<', sql<Date>`excluded.compared_at`),
    )
    .execute();
}

/** Returns the number of the last event that was compared with the vault's logs; 0 before the first comparison. */
export async function readCheckedSequence(db: Database): Promise<bigint> {
  return (await db.selectFrom('vault_comparison').select('checked_seq').executeTakeFirst())?.checked_seq ?? 0n;
}

/**
 * Returns whether the ledger agreed with the vault within the last minute, with the balances after a withdrawal was
 * requested.
 */
export async function isCompared(tx: Database, withdrawalId: bigint): Promise<boolean> {
  const row = await tx
    .selectFrom('vault_comparison')
    .select('agrees')
    .where('agrees', '=', true)
    .where('last_withdrawal_id', '>=', withdrawalId)
    .where('compared_at', '>', sql<Date>`clock_timestamp() - interval '1 minute'`)
    .executeTakeFirst();
  return row !== undefined;
}
