import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import {
  deleteLeaderboardAbsence,
  insertLeaderboardAbsence,
  lockDueLeaderboards,
  requestLeaderboards,
  saveLeaderboards,
} from '../store/leaderboards.ts';

/** What a leaderboard lists, and how many amounts are read to find a rank beyond it. */
const SIZES = { placeCount: 100, partSize: 1_000 };
/** Leaderboards are computed at most this often: it reads the sums of all users. */
const REFRESH_INTERVAL_MS = 15_000;

/**
 * Computes all leaderboards when settlements were rolled up, the UTC day changed, or a user opted out or in since the
 * last time. One worker at a time. Returns whether they were computed.
 */
export async function refreshLeaderboards(
  db: Database,
  { everyMs = REFRESH_INTERVAL_MS, partSize = SIZES.partSize } = {},
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const dueLeaderboards = await lockDueLeaderboards(tx, everyMs);
    if (dueLeaderboards === undefined) return false;
    await saveLeaderboards(tx, { ...dueLeaderboards, ...SIZES, partSize });
    return true;
  });
}

/**
 * Removes a user from the leaderboards, or lets them on again; repeating it changes nothing. Returns once it is stored.
 */
export async function setLeaderboardPresence(
  db: Database,
  { userId, optedOut }: { readonly userId: bigint; readonly optedOut: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (optedOut) await insertLeaderboardAbsence(tx, userId);
    else await deleteLeaderboardAbsence(tx, userId);
    await requestLeaderboards(tx);
  });
}
