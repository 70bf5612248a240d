import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import {
  lockDueLeaderboards,
  type NamedUser,
  type NameRequest,
  removeName,
  saveLeaderboards,
  saveName,
} from '../store/leaderboards.ts';

/** Number of listed users who show themselves, and of amounts per part when searching a rank. */
const SIZES = { placeCount: 100, partSize: 1_000 };
/** Minimum interval between computations, because each reads the sums of all users. */
const REFRESH_INTERVAL_MS = 15_000;

/**
 * Computes all leaderboards if, since the last time, settlements were rolled up, the UTC day changed, or a user
 * showed themselves. Only one worker at a time does so. Returns whether they were computed.
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

/** Shows a session's user on the leaderboards under a name, or hides them (null). Returns a refusal, or null. */
export async function setLeaderboardName(db: Database, asked: NameRequest): Promise<'name-taken' | null> {
  return (await saveName(db, asked)) ? null : 'name-taken';
}

/**
 * Removes a user's name from the leaderboards for operators, inside the caller's transaction: no one can choose it
 * again, and the user is notified. Returns whether the user had it.
 */
export async function removeLeaderboardName(tx: Database, named: NamedUser): Promise<boolean> {
  return removeName(tx, named);
}
