import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Database } from '#platform/database/database.ts';
import type { Caller, Participant } from '#platform/http/handler.ts';
import type { Authentication } from '#platform/http/server-deps.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import type { ReadSessions } from '../create-authenticator.ts';
import { createSessionMemory } from '../session-memory.ts';
import { findOperatorSessions, touchOperatorSessions } from '../store/operator-sessions.ts';
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

export type SessionReading = {
  /** Separate connections for reading sessions, which no write blocks. */
  readonly db: Database;
  /** Connections for storing the use of sessions. */
  readonly touchDb: Database;
  readonly onTouchError: (error: unknown) => void;
};

/**
 * Returns a function that authenticates a batch of participants' tokens in one query. The query always returns
 * the sessions that changed since the previous one; cached sessions are read again only when they changed. So every
 * answer rests on a query that began after the call. The use of a session is stored once a minute, in the background,
 * by one statement at a time; `onTouchError` receives its errors.
 */
export function createSessionReader({ db, touchDb, onTouchError }: SessionReading): ReadSessions {
  const touch = oneAtATime((tokens: readonly SessionToken[]) => touchSessions(touchDb, tokens), onTouchError);
  const memory = createSessionMemory((asked) => findSessions(db, asked));
  return async (tokens) => {
    const { read, rows } = await memory.find(tokens.map(({ hash }) => hash));
    const stale = new Set<SessionRow | undefined>(read.filter(needsTouch));
    touch(tokens.filter((_token, index) => stale.has(rows[index])));
    return rows.map((row, index) => {
      const token = tokens[index];
      if (row === undefined || token === undefined) return { state: 'unknown' };
      return row.is_over ? { state: 'ended' } : { state: 'valid', participant: toParticipant(row, token) };
    });
  };
}

function toParticipant({ user_id, address, token_hash, consent_hash }: SessionRow, token: SessionToken): Participant {
  return { userId: user_id, address, sessionHash: token_hash, consentHash: consent_hash, token };
}

/** Returns the same for operators' sessions; `isOperator` says whether an address (EIP-55) is still an operator's. */
export function createOperatorSessionReader(
  { db, touchDb, onTouchError }: SessionReading,
  isOperator: (address: string) => Promise<boolean>,
): ReadSessions {
  const touch = oneAtATime((hashes: readonly Buffer[]) => touchOperatorSessions(touchDb, hashes), onTouchError);
  return async (tokens) => {
    const tokenHashes = tokens.map(({ hash }) => hash);
    const sessionRows = await findOperatorSessions(db, tokenHashes);
    const current = await Promise.all(
      sessionRows.map(async (row) => ({ ...row, is_over: row.is_over || !(await isOperator(row.address)) })),
    );
    touch(current.filter(needsTouch).map((row) => row.token_hash));
    const authenticationOf = authenticationsBy(current, ({ address, token_hash }) => ({
      userId: null,
      address,
      sessionHash: token_hash,
      consentHash: null,
    }));
    return tokenHashes.map(authenticationOf);
  };
}

/** Whether the use of a session, which is still open, was last stored more than a minute ago. */
function needsTouch({ is_stale, is_over }: LastUse): boolean {
  return is_stale && !is_over;
}

type LastUse = { readonly token_hash: Buffer; readonly is_over: boolean; readonly is_stale: boolean };

/**
 * Returns a function that stores the use of sessions, and skips a call while the previous one is running, so that no
 * two wait for each other.
 */
function oneAtATime<Key>(
  store: (stale: readonly Key[]) => Promise<void>,
  onError: (error: unknown) => void,
): (stale: readonly Key[]) => void {
  let isStoring = false;
  return (stale) => {
    if (isStoring || stale.length === 0) return;
    isStoring = true;
    store(stale)
      .catch(onError)
      .finally(() => {
        isStoring = false;
      });
  };
}

function authenticationsBy<Row extends LastUse>(
  rows: readonly Row[],
  callerOf: (row: Row) => Caller,
): (tokenHash: Buffer) => Authentication {
  const authentications = new Map<string, Authentication>(
    rows.map((row) => [
      row.token_hash.toString('latin1'),
      row.is_over ? { state: 'ended' } : { state: 'valid', participant: callerOf(row) },
    ]),
  );
  return (tokenHash) => authentications.get(tokenHash.toString('latin1')) ?? { state: 'unknown' };
}
