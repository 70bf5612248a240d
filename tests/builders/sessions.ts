import type { Database } from '@city-mint/server/platform/database/database';
import { SessionToken } from '@city-mint/server/platform/http/session-token';
import { type RawBuilder, sql } from 'kysely';

const LENGTH = 43;

/** Returns the token of the session that `openSessions` opens for a user. */
export function tokenOf(userId: bigint): SessionToken {
  return new SessionToken(userId.toString().padStart(LENGTH, 'A'));
}

/** Opens a session for each of these users, unless it is open; for a test that signs no one in. Needs the owner. */
export async function openSessions(db: Database, userIds: readonly bigint[]): Promise<void> {
  await sql`insert into session (token_hash, user_id, expires_at)
    select sha256(convert_to(lpad(u::text, ${LENGTH}, 'A'), 'UTF8')), u, now() + interval '24 hours'
    from unnest(${userIds}::bigint[]) u on conflict do nothing`.execute(db);
}

/** Opens a user's session, unless it is open; returns its token. Needs the owner's connection. */
export async function openSessionOf(db: Database, userId: bigint): Promise<SessionToken> {
  await openSessions(db, [userId]);
  return tokenOf(userId);
}

/** Returns the SQL of the tokens (`bytea[]`) of an array of users. */
export function tokensSql(users: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`array(select convert_to(lpad(u::text, ${sql.lit(LENGTH)}, 'A'), 'UTF8')
    from unnest(${users}) with ordinality t (u, n) order by n)`;
}
