import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Database } from '#platform/database/database.ts';
import type { Participant } from '#platform/http/handler.ts';
import { findOpenSessions } from '../store.ts';

type Sessions = ReplyOf<'POST /api/app/user/sessions'>['sessions'];

/** A participant's sessions that still serve, newest first; times in UTC milliseconds. */
export async function listSessions(db: Database, { userId, sessionHash }: Participant): Promise<Sessions> {
  return (await findOpenSessions(db, userId)).map((row) => ({
    sessionId: row.id.toString(),
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    current: row.token_hash.equals(sessionHash),
  }));
}
