import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { endOperatorSession, endSessionsOfOperator } from '../store/operator-sessions.ts';
import { endSession, revokeSessionsOf } from '../store/sessions.ts';

const LARGEST_ID = 2n ** 63n - 1n;

/** Ends a session; returns once every process refuses its token. */
export async function logout(db: Database, token: SessionToken): Promise<void> {
  await endSession(db, token);
}

/** Ends one of a participant's own sessions, or without an id all but the current one. Returns how many were ended. */
export async function revokeSessions(
  db: Database,
  { token, sessionId }: { readonly token: SessionToken; readonly sessionId: string | undefined },
): Promise<number> {
  const id = sessionId === undefined ? null : BigInt(sessionId);
  return id !== null && id > LARGEST_ID ? 0 : revokeSessionsOf(db, token, id);
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
