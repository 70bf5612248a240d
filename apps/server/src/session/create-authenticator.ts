import type { Database } from '#platform/database/database.ts';
import type { Authentication } from '#platform/http/server-deps.ts';
import { readSessions } from './queries/read-sessions.ts';
import { hashToken } from './token.ts';

/** Statements that look up tokens at once; what arrives meanwhile is looked up together after. */
const MOST_LOOKUPS = 2;

type Waiting = { tokenHash: Buffer; resolve(found: Authentication): void; reject(error: unknown): void };

export type Authenticator = (token: string) => Promise<Authentication>;

/**
 * Says what tokens stand for. All that arrive in one turn of the event loop are looked up by one query, always after
 * they arrived, and nothing is kept: a session that was ended anywhere is refused on its next call here.
 */
export function createAuthenticator(deps: { db: Database; onTouchError: (error: unknown) => void }): Authenticator {
  let waiting: Waiting[] = [];
  let lookups = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || waiting.length === 0 || lookups >= MOST_LOOKUPS) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const batch = waiting;
      waiting = [];
      lookups += 1;
      void answerBatch(deps, batch).finally(() => {
        lookups -= 1;
        schedule();
      });
      schedule();
    });
  };

  return (token) =>
    new Promise((resolve, reject) => {
      waiting.push({ tokenHash: hashToken(token), resolve, reject });
      schedule();
    });
}

async function answerBatch(
  { db, onTouchError }: { db: Database; onTouchError: (error: unknown) => void },
  batch: readonly Waiting[],
): Promise<void> {
  try {
    const sessions = await readSessions(db, { tokenHashes: batch.map(({ tokenHash }) => tokenHash), onTouchError });
    for (const { tokenHash, resolve } of batch) resolve(sessions(tokenHash));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
