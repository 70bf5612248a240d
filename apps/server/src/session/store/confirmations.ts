import { sql } from 'kysely';
import { acquireKeyLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import type { ConfirmedAction } from '../confirmation-message.ts';
import type { OpenTexts } from '../open-texts.ts';

/** Serializes the composing of one user's texts until the transaction ends; returns with the lock. */
export async function lockConfirmations(tx: Database, userId: bigint): Promise<void> {
  await acquireKeyLock(tx, `confirmation ${userId}`);
}

/** Returns the number of a user's open texts, and when the first of them expires. */
export async function countOpenConfirmations(tx: Database, userId: bigint): Promise<OpenTexts> {
  const { rows } = await sql<OpenTexts>`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(expires_at) - now()))::int, 0) as "firstEndsInSeconds"
    from confirmation where user_id = ${userId} and expires_at > now()`.execute(tx);
  return rows[0] ?? { count: 0, firstEndsInSeconds: 0 };
}

/** Inserts a text of a session's user under its nonce; returns once it is stored. */
export async function insertConfirmation(
  tx: Database,
  text: {
    nonce: string;
    token: SessionToken;
    confirmed: ConfirmedAction;
    message: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { action, ...fields } = text.confirmed;
  const { token, nonce, message, createdAt, expiresAt } = text;
  await sql`select confirmation_store(${token}, ${nonce}, ${action}, ${JSON.stringify(fields)}::jsonb, ${message},
    ${createdAt}::timestamptz, ${expiresAt}::timestamptz)`.execute(tx);
}

/** Returns the text of a nonce if it belongs to this user and exactly this action; undefined for any other. */
export async function findConfirmation(
  db: Database,
  text: { nonce: string; userId: bigint; confirmed: ConfirmedAction },
): Promise<{ message: string; expired: boolean } | undefined> {
  const { action, ...fields } = text.confirmed;
  const { rows } = await sql<{ message: string; expired: boolean }>`
    select message, expires_at <= now() as expired from confirmation
    where nonce = ${text.nonce} and user_id = ${text.userId} and action = ${action}
      and fields = ${JSON.stringify(fields)}::jsonb`.execute(db);
  return rows[0];
}

/**
 * Deletes a text of a session's user, so that it is used once; returns true for exactly one of several callers with one
 * nonce.
 */
export async function deleteConfirmation(tx: Database, token: SessionToken, nonce: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select confirmation_use(${token}, ${nonce}) as used`.execute(tx);
  return rows[0]?.used === true;
}
