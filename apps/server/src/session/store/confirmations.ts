import { sql } from 'kysely';
import { ADVISORY_LOCKS, acquireKeyLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
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

/** Inserts a text under its nonce; returns once it is stored. */
export async function insertConfirmation(
  tx: Database,
  text: {
    nonce: string;
    userId: bigint;
    confirmed: ConfirmedAction;
    message: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { action, ...fields } = text.confirmed;
  await tx
    .insertInto('confirmation')
    .values({
      nonce: text.nonce,
      user_id: text.userId,
      action,
      fields: JSON.stringify(fields),
      message: text.message,
      created_at: text.createdAt,
      expires_at: text.expiresAt,
    })
    .execute();
}

/** Deletes at most `limit` expired texts; called for each new text. Returns once they are deleted. */
export async function deleteExpiredConfirmations(tx: Database, limit: number): Promise<void> {
  await sql`
    delete from confirmation where nonce in (
      select nonce from confirmation where expires_at < now() - interval '1 hour' order by expires_at limit ${limit}
    ) and (select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.confirmationCleanup}))`.execute(tx);
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

/** Deletes a text, so that it is used once; returns true for exactly one of several callers with one nonce. */
export async function deleteConfirmation(tx: Database, nonce: string): Promise<boolean> {
  const { rows } = await sql`delete from confirmation where nonce = ${nonce} returning nonce`.execute(tx);
  return rows.length === 1;
}
