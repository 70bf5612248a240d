import { type Selectable, sql } from 'kysely';
import { ADVISORY_LOCKS, acquireKeyLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import type { AppUser, Disclosure, SignInMessage } from '#platform/database/generated/db.ts';
import type { SessionScope } from '#platform/http/handler.ts';

/** How long a session serves at most. */
const HOURS = { participant: 24, operator: 8 } as const;

/** Serialises what concerns one address until the transaction ends. */
export async function lockAddress(tx: Database, address: string): Promise<void> {
  await acquireKeyLock(tx, `sign-in ${address}`);
}

/** Texts that can still be signed, and in how many seconds the first of them cannot any more. */
export type OpenTexts = { readonly count: number; readonly firstEndsInSeconds: number };

/** The open sign-in texts of an address: all, or those that one caller asked for. */
export async function countOpenMessages(
  tx: Database,
  { address, caller }: { readonly address: string; readonly caller?: string },
): Promise<OpenTexts> {
  const { rows } = await sql<OpenTexts>`
    select count(*)::int as count, coalesce(ceil(extract(epoch from min(expires_at) - now()))::int, 0) as "firstEndsInSeconds"
    from sign_in_message
    where address = ${address} and expires_at > now() and caller = coalesce(${caller ?? null}, caller)`.execute(tx);
  return rows[0] ?? { count: 0, firstEndsInSeconds: 0 };
}

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
 * Forgets a few texts that nobody will sign any more; each new text pays for that, so the table stays small without a
 * job.
 */
export async function deleteExpiredMessages(tx: Database, most: number): Promise<void> {
  await sql`delete from sign_in_message where nonce in (
    select nonce from sign_in_message where expires_at < now() - interval '1 hour'
    order by expires_at limit ${most}) and (select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.signInMessageCleanup}))`.execute(
    tx,
  );
}

export type StoredMessage = Selectable<SignInMessage> & { readonly expired: boolean };

export async function findMessage(db: Database, nonce: string): Promise<StoredMessage | undefined> {
  return db
    .selectFrom('sign_in_message')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .where('nonce', '=', nonce)
    .executeTakeFirst();
}

/** Takes a text out of use; of several callers with one nonce, exactly one gets true. */
export async function takeMessage(tx: Database, nonce: string): Promise<boolean> {
  const { rows } = await sql<{
    nonce: string;
  }>`delete from sign_in_message where nonce = ${nonce} returning nonce`.execute(tx);
  return rows.length === 1;
}

export type User = Selectable<AppUser>;

/** The new user, or undefined when the address is one already. */
export async function insertUser(tx: Database, address: string): Promise<User | undefined> {
  return tx
    .insertInto('app_user')
    .values({ address })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findUser(db: Database, address: string): Promise<User | undefined> {
  return db.selectFrom('app_user').selectAll().where('address', '=', address).executeTakeFirst();
}

export async function findUserById(db: Database, id: bigint): Promise<User | undefined> {
  return db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findAddressesById(
  db: Database,
  ids: readonly bigint[],
): Promise<{ id: bigint; address: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('app_user').select(['id', 'address']).where('id', 'in', ids).execute();
}

/** Stores a session of 24 hours, an operator's of eight; gives when it ends. */
export async function insertSession(
  tx: Database,
  session: { tokenHash: Buffer; userId: bigint; scope: SessionScope },
): Promise<Date> {
  const { expires_at } = await tx
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      scope: session.scope,
      expires_at: sql<Date>`now() + make_interval(hours => ${HOURS[session.scope]}::int)`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

export async function endSession(db: Database, session: { tokenHash: Buffer; why: string }): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: sql<Date>`now()`, end_reason: session.why })
    .where('token_hash', '=', session.tokenHash)
    .where('ended_at', 'is', null)
    .execute();
}

export type OpenSession = { id: bigint; token_hash: Buffer; created_at: Date; last_used_at: Date; expires_at: Date };

/** The sessions of a participant that still serve, newest first. */
export async function findOpenSessions(db: Database, userId: bigint): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select id, token_hash, created_at, last_used_at, expires_at from session
    where user_id = ${userId} and scope = 'participant' and ended_at is null and expires_at > now()
      and last_used_at > now() - interval '2 hours'
    order by created_at desc, id desc limit 100`.execute(db);
  return rows;
}

/** Ends sessions of a participant: the one with this id, or all but the one of this token. Gives how many it ended. */
export async function endSessionsOf(
  db: Database,
  ended: { readonly userId: bigint; readonly sessionId: bigint | null; readonly butTokenHash: Buffer | null },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update session set ended_at = now(), end_reason = 'revoked'
    where user_id = ${ended.userId} and scope = 'participant' and ended_at is null
      and (${ended.sessionId}::bigint is null or id = ${ended.sessionId}::bigint)
      and (${ended.butTokenHash}::bytea is null or token_hash <> ${ended.butTokenHash}::bytea)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export type SessionRow = {
  token_hash: Buffer;
  user_id: bigint;
  address: string;
  consent_hash: string | null;
  scope: string;
  is_over: boolean;
  is_stale: boolean;
};

/**
 * Sessions by the hashes of their tokens: 24 hours at most, two hours without a call; an operator's eight hours, half
 * an hour without.
 */
export async function findSessions(db: Database, tokenHashes: readonly Buffer[]): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`select s.token_hash, s.user_id, s.scope, u.address, u.consent_hash,
      s.ended_at is not null or s.expires_at <= now() or s.last_used_at <= now()
        - case s.scope when 'operator' then interval '30 minutes' else interval '2 hours' end as is_over,
      s.last_used_at <= now() - interval '1 minute' as is_stale
    from session s join app_user u on u.id = s.user_id
    where s.token_hash = any(${tokenHashes}::bytea[])`.execute(db);
  return rows;
}

/**
 * Notes that these sessions are in use. Another process doing the same is left alone, so no two wait for each other.
 */
export async function touchSessions(db: Database, tokenHashes: readonly Buffer[]): Promise<void> {
  await sql`update session set last_used_at = now() where token_hash in (
    select token_hash from session
    where token_hash = any(${tokenHashes}::bytea[]) and last_used_at <= now() - interval '1 minute'
    order by token_hash for update skip locked)`.execute(db);
}

export async function findDisclosure(db: Database, hash: string): Promise<Selectable<Disclosure> | undefined> {
  return db.selectFrom('disclosure').selectAll().where('hash', '=', hash).executeTakeFirst();
}

export async function insertDisclosure(db: Database, disclosure: { hash: string; content: string }): Promise<void> {
  await db
    .insertInto('disclosure')
    .values(disclosure)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** Keeps that a user accepted a disclosure; gives when, the first time where it was twice. */
export async function insertConsent(tx: Database, consent: { userId: bigint; hash: string }): Promise<Date> {
  await tx
    .insertInto('consent')
    .values({ user_id: consent.userId, hash: consent.hash })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doNothing())
    .execute();
  const { accepted_at } = await tx
    .selectFrom('consent')
    .select('accepted_at')
    .where('user_id', '=', consent.userId)
    .where('hash', '=', consent.hash)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('app_user')
    .set({ consent_hash: consent.hash, consent_at: accepted_at })
    .where('id', '=', consent.userId)
    .execute();
  return accepted_at;
}
