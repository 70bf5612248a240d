import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { askAgain, wakeSigner } from '../store/withdrawals.ts';

/**
 * Has an expired voucher signed again, because its user has come back for it. The worker decides whether it gets another signature; a
 * withdrawal that was paid or given back meanwhile stays as it is.
 */
export async function askForSignature(db: Database, asked: { userId: bigint; withdrawalId: bigint }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await askAgain(tx, asked)) await wakeSigner(tx);
  });
}
