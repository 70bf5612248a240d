import type { Database } from '#platform/database/database.ts';
import type { Authentication } from '#platform/http/server-deps.ts';
import { findSessions, type SessionRow, touchSessions } from '../store.ts';

type Lookup = { readonly tokenHashes: readonly Buffer[]; readonly onTouchError: (error: unknown) => void };

/**
 * What the tokens of a batch stand for, by one query. Sessions in use are noted as such once a minute, without anybody
 * waiting for it.
 */
export async function readSessions(
  db: Database,
  { tokenHashes, onTouchError }: Lookup,
): Promise<(tokenHash: Buffer) => Authentication> {
  const rows = await findSessions(db, tokenHashes);
  const stale = rows.filter((row) => row.is_stale && !row.is_over).map((row) => row.token_hash);
  if (stale.length > 0) touchSessions(db, stale).catch(onTouchError);
  const found = new Map(rows.map((row) => [row.token_hash.toString('latin1'), authenticationOf(row)]));
  return (tokenHash) => found.get(tokenHash.toString('latin1')) ?? { state: 'unknown' };
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
