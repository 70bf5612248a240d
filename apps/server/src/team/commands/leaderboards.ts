import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { lockDueLeaderboards, saveLeaderboards, savePresence } from '../store/leaderboards.ts';

/** Number of listed places, and of amounts per part when searching a rank beyond them. */
const SIZES = { placeCount: 100, partSize: 1_000 };
/** Minimum interval between computations, because each reads the sums of all users. */
const REFRESH_INTERVAL_MS = 15_000;

/**
 * Computes all leaderboards if, since the last time, settlements were rolled up, the UTC day changed, or a user opted
 * out or in. Only one worker at a time does so. Returns whether they were computed.
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

/** Removes a session's user from the leaderboards, or readmits them; idempotent. Returns once it is stored. */
export async function setLeaderboardPresence(
  db: Database,
  { token, optedOut }: { readonly token: SessionToken; readonly optedOut: boolean },
): Promise<void> {
  await savePresence(db, token, optedOut);
}
