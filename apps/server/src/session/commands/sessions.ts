import type { Database } from '#platform/database/database.ts';
import type { Participant } from '#platform/http/handler.ts';
import { endOperatorSession, endSessionsOfOperator } from '../store/operator-sessions.ts';
import { endSession, endSessionsOf } from '../store/sessions.ts';

const LARGEST_ID = 2n ** 63n - 1n;

/** Ends a session; returns once every process refuses its token. */
export async function logout(db: Database, tokenHash: Buffer): Promise<void> {
  await endSession(db, { tokenHash, reason: 'logout' });
}

/** Ends one of a participant's own sessions, or without an id all but the current one. Returns how many were ended. */
export async function revokeSessions(
  db: Database,
  { participant, sessionId }: { readonly participant: Participant; readonly sessionId: string | undefined },
): Promise<number> {
  const { userId, sessionHash } = participant;
  if (sessionId === undefined) return endSessionsOf(db, { userId, sessionId: null, exceptTokenHash: sessionHash });
  const id = BigInt(sessionId);
  return id > LARGEST_ID ? 0 : endSessionsOf(db, { userId, sessionId: id, exceptTokenHash: null });
}

/** Ends an operator's session; returns once every process refuses its token. */
export async function logoutOperator(db: Database, tokenHash: Buffer): Promise<void> {
  await endOperatorSession(db, tokenHash);
}

/**
 * Ends an address's (EIP-55) operator sessions, in the caller's transaction; its participant sessions continue. Returns
 * once they are ended.
 */
export async function endOperatorSessions(tx: Database, address: string): Promise<void> {
  await endSessionsOfOperator(tx, address);
}
