import { sql } from 'kysely';
import { ADVISORY_LOCKS, acquireKeyLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import type { ConfirmedAct } from '../confirmation-message.ts';
import type { OpenTexts } from '../store.ts';

/** Serialises the composing of one user's texts until the transaction ends. */
export async function lockConfirmations(tx: Database, userId: bigint): Promise<void> {
  await acquireKeyLock(tx, `confirmation ${userId}`);
}

/** The open texts of a user, and in how many seconds the first of them cannot be signed any more. */
export async function countOpenConfirmations(tx: Database, userId: bigint): Promise<OpenTexts> {
  const { rows } = await sql<OpenTexts>`
    select count(*)::int as count, coalesce(ceil(extract(epoch from min(expires_at) - now()))::int, 0) as "firstEndsInSeconds"
    from confirmation where user_id = ${userId} and expires_at > now()`.execute(tx);
  return rows[0] ?? { count: 0, firstEndsInSeconds: 0 };
}

export async function insertConfirmation(
  tx: Database,
  text: { nonce: string; userId: bigint; act: ConfirmedAct; message: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { action, ...fields } = text.act;
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

/** Forgets a few texts that nobody will sign any more; each new text pays for that. */
export async function deleteExpiredConfirmations(tx: Database, most: number): Promise<void> {
  await sql`delete from confirmation where nonce in (
    select nonce from confirmation where expires_at < now() - interval '1 hour'
    order by expires_at limit ${most}) and (select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.confirmationCleanup}))`.execute(
    tx,
  );
}

/** The text of a nonce, when it is this user's and of exactly this act; undefined for any other. */
export async function findConfirmation(
  db: Database,
  text: { nonce: string; userId: bigint; act: ConfirmedAct },
): Promise<{ message: string; expired: boolean } | undefined> {
  const { action, ...fields } = text.act;
  const { rows } = await sql<{ message: string; expired: boolean }>`
    select message, expires_at <= now() as expired from confirmation
    where nonce = ${text.nonce} and user_id = ${text.userId} and action = ${action}
      and fields = ${JSON.stringify(fields)}::jsonb`.execute(db);
  return rows[0];
}

/** Takes a text out of use; of several callers with one nonce, exactly one gets true. */
export async function takeConfirmation(tx: Database, nonce: string): Promise<boolean> {
  const { rows } = await sql`delete from confirmation where nonce = ${nonce} returning nonce`.execute(tx);
  return rows.length === 1;
}
