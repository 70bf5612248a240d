import type { Database } from '#platform/database/database.ts';
import { readJournalState } from './read-journal-state.ts';

/** How long a transfer may wait for its seal: the longest part of a settlement holds it up. */
const MOST_SECONDS = 600;

/** Why the ledger's history is in doubt, or null: a sealed transfer was changed, or nothing is sealed any more. */
export async function checkJournal(db: Database): Promise<string | null> {
  const { integrityError, unsealedSeconds } = await readJournalState(db);
  if (integrityError !== null) return `the journal has an integrity error: ${integrityError}`;
  return unsealedSeconds > MOST_SECONDS ? `a transfer waits for its seal since ${Math.round(unsealedSeconds)} s` : null;
}
