import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Database } from '#platform/database/database.ts';
import type { Participant } from '#platform/http/handler.ts';
import type { Authentication } from '#platform/http/server-deps.ts';
import { findOpenSessions, findSessions, type SessionRow, touchSessions } from '../store/sessions.ts';

type ListedSessions = ReplyOf<'POST /api/app/user/sessions'>['sessions'];

/** Returns a participant's open sessions, newest first; times in UTC milliseconds. */
export async function listSessions(db: Database, { userId, sessionHash }: Participant): Promise<ListedSessions> {
  return (await findOpenSessions(db, userId)).map((row) => ({
    sessionId: row.id.toString(),
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    current: row.token_hash.equals(sessionHash),
  }));
}

type SessionLookup = { readonly tokenHashes: readonly Buffer[]; readonly onTouchError: (error: unknown) => void };

/**
 * Authenticates a batch of token hashes in one query, and returns a function from token hash to its authentication. The
 * use of a session is stored once a minute, in the background; `onTouchError` receives what fails there.
 */
export async function readSessions(
  db: Database,
  { tokenHashes, onTouchError }: SessionLookup,
): Promise<(tokenHash: Buffer) => Authentication> {
  const sessionRows = await findSessions(db, tokenHashes);
  const staleHashes = sessionRows.filter((row) => row.is_stale && !row.is_over).map((row) => row.token_hash);
  if (staleHashes.length > 0) touchSessions(db, staleHashes).catch(onTouchError);
  const authentications = new Map(sessionRows.map((row) => [row.token_hash.toString('latin1'), authenticationOf(row)]));
  return (tokenHash) => authentications.get(tokenHash.toString('latin1')) ?? { state: 'unknown' };
}

function authenticationOf(row: SessionRow): Authentication {
  if (row.is_over) return { state: 'ended' };
  return {
    state: 'valid',
    scope: row.scope === 'operator' ? 'operator' : 'participant',
    participant: {
      userId: row.user_id,
      address: row.address,
      sessionHash: row.token_hash,
      consentHash: row.consent_hash,
    },
  };
}
