import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { lockDueBoards, savePlaces } from '../store/leaderboards.ts';

/** First places that a board shows. */
const PLACES = 100;
/** Boards are computed anew at most this often, for that reads everybody's sums. */
const EVERY_MS = 15_000;

/**
 * Computes all leaderboards anew when settlements were carried, the UTC day changed, or somebody came or went since the
 * last time. True when it did. One worker at a time.
 */
export async function refreshLeaderboards(db: Database, { everyMs = EVERY_MS } = {}): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const due = await lockDueBoards(tx, everyMs);
    if (due === undefined) return false;
    await savePlaces(tx, { ...due, places: PLACES });
    return true;
  });
}
