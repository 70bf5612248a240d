import type { Database } from '#platform/database/database.ts';
import type { Participant } from '#platform/http/handler.ts';
import { endSessionsOf } from '../store.ts';

const LARGEST_ID = 2n ** 63n - 1n;

/**
 * Ends one of a participant's own sessions, or without an id all but the one he asks with. Gives how many were ended.
 */
export async function revokeSessions(
  db: Database,
  { participant, sessionId }: { readonly participant: Participant; readonly sessionId: string | undefined },
): Promise<number> {
  const { userId, sessionHash } = participant;
  if (sessionId === undefined) return endSessionsOf(db, { userId, sessionId: null, butTokenHash: sessionHash });
  const id = BigInt(sessionId);
  return id > LARGEST_ID ? 0 : endSessionsOf(db, { userId, sessionId: id, butTokenHash: null });
}
