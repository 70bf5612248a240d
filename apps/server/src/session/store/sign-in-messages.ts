import { type Selectable, sql } from 'kysely';
import { ADVISORY_LOCKS, acquireKeyLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import type { SignInMessage } from '#platform/database/generated/db.ts';
import type { SessionScope } from '#platform/http/handler.ts';
import type { OpenTexts } from '../open-texts.ts';

/** Serialises the composing of texts for one address until the transaction ends; returns with the lock. */
export async function lockAddress(tx: Database, address: string): Promise<void> {
  await acquireKeyLock(tx, `sign-in ${address}`);
}

/** Returns the open sign-in texts of an address: all, or those that one caller requested. */
export async function countOpenMessages(
  tx: Database,
  { address, caller }: { readonly address: string; readonly caller?: string },
): Promise<OpenTexts> {
  const { rows } = await sql<OpenTexts>`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(expires_at) - now()))::int, 0) as "firstEndsInSeconds"
    from sign_in_message
    where address = ${address} and expires_at > now() and caller = coalesce(${caller ?? null}, caller)`.execute(tx);
  return rows[0] ?? { count: 0, firstEndsInSeconds: 0 };
}

/** Inserts a text under its nonce; returns once it is stored. */
export async function insertMessage(
  tx: Database,
  message: {
    nonce: string;
    address: string;
    caller: string;
    message: string;
    chainId: number;
    scope: SessionScope;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('sign_in_message')
    .values({
      nonce: message.nonce,
      address: message.address,
      caller: message.caller,
      message: message.message,
      chain_id: message.chainId,
      scope: message.scope,
      created_at: message.createdAt,
      expires_at: message.expiresAt,
    })
    .execute();
}

/**
 * Deletes at most `limit` expired texts, with each new one, so the table needs no job; returns once they are deleted.
 */
export async function deleteExpiredMessages(tx: Database, limit: number): Promise<void> {
  await sql`
    delete from sign_in_message where nonce in (
      select nonce from sign_in_message where expires_at < now() - interval '1 hour' order by expires_at limit ${limit}
    ) and (select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.signInMessageCleanup}))`.execute(tx);
}

export type StoredMessage = Selectable<SignInMessage> & { readonly expired: boolean };

/** Returns the text of a nonce, also an expired one; undefined for an unknown or used nonce. */
export async function findMessage(db: Database, nonce: string): Promise<StoredMessage | undefined> {
  return db
    .selectFrom('sign_in_message')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .where('nonce', '=', nonce)
    .executeTakeFirst();
}

/** Deletes a text, so that it is used once; returns true for exactly one of several callers with one nonce. */
export async function deleteMessage(tx: Database, nonce: string): Promise<boolean> {
  const { rows } = await sql`delete from sign_in_message where nonce = ${nonce} returning nonce`.execute(tx);
  return rows.length === 1;
}
