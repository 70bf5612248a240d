import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';

/** The NOTIFY channel for ended sessions; the payload is the hash of the token in hex (migrations/0003-session.sql). */
export const SESSION_ENDED_CHANNEL = 'session_ended';

/** Ends the session of a token, unless it has ended; returns once that is stored. */
export async function endSession(db: Database, token: SessionToken): Promise<void> {
  await sql`select session_end(${token})`.execute(db);
}

export type OpenSession = { id: bigint; token_hash: Buffer; created_at: Date; last_used_at: Date; expires_at: Date };

/** Returns a participant's open sessions, newest first. */
export async function findOpenSessions(db: Database, userId: bigint): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select id, token_hash, created_at, last_used_at, expires_at from session
    where user_id = ${userId} and ended_at is null and expires_at > now()
      and last_used_at > now() - interval '2 hours'
    order by created_at desc, id desc limit 100`.execute(db);
  return rows;
}

/** Ends the session of this id of a token's user, or without an id all others; returns how many it ended. */
export async function revokeSessionsOf(db: Database, token: SessionToken, sessionId: bigint | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select session_revoke(${token}, ${sessionId}::bigint) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A session as read from the database. */
export type SessionRow = {
  token_hash: Buffer;
  user_id: bigint;
  address: string;
  consent_hash: string | null;
  is_over: boolean;
  is_stale: boolean;
  /** The milliseconds until it expires, if it is neither used nor ended. */
  lasts_ms: number;
};

/** The result of one query of sessions, from one snapshot of the database. */
export type SessionStates = {
  /** The server, and the first transaction whose end the snapshot may not contain. */
  readonly at: { readonly server: string; readonly snapshot: string };
  /** Token hashes of sessions that changed since `since`. */
  readonly changed: readonly Buffer[];
  readonly sessions: readonly SessionRow[];
};

type StateRow = { snapshot: string; server: Date } | ({ snapshot: null; server: null } & (SessionRow | ChangedRow));
type ChangedRow = { token_hash: Buffer; user_id: null };

/** Returns sessions by the hashes of their tokens, and those that changed since the `snapshot` of an earlier answer. */
export async function findSessions(
  db: Database,
  { tokenHashes, since }: { readonly tokenHashes: readonly Buffer[]; readonly since: string | null },
): Promise<SessionStates> {
  const { rows } = await sql<StateRow>`
    select * from session_states(${tokenHashes}::bytea[], ${since}::text::xid8)`.execute(db);
  const changed: Buffer[] = [];
  const sessions: SessionRow[] = [];
  let at: SessionStates['at'] | undefined;
  for (const row of rows) {
    if (row.snapshot !== null) at = { snapshot: row.snapshot, server: row.server.toISOString() };
    else if (row.user_id === null) changed.push(row.token_hash);
    else sessions.push(row);
  }
  if (at === undefined) throw new Error('session_states did not return its snapshot');
  return { at, changed, sessions };
}

/**
 * Stores that these sessions are in use, and returns once that is done; skips rows that another process has locked, so
 * that no two wait for each other.
 */
export async function touchSessions(db: Database, tokens: readonly SessionToken[]): Promise<void> {
  await sql`select session_touch(${tokens.map((token) => token.reveal())}::bytea[])`.execute(db);
}
