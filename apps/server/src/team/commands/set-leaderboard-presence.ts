import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { askForBoards, deleteAbsence, insertAbsence } from '../store/leaderboards.ts';

/** Keeps a user off the leaderboards from now on, or lets him on again. Again is the same. */
export async function setLeaderboardPresence(
  db: Database,
  { userId, optedOut }: { readonly userId: bigint; readonly optedOut: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (optedOut) await insertAbsence(tx, userId);
    else await deleteAbsence(tx, userId);
    await askForBoards(tx);
  });
}
