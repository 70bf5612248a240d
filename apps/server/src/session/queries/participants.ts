import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { NumberKey } from '#platform/paging.ts';

/** A registered user; the address in EIP-55. */
export type RegisteredUser = {
  readonly userId: bigint;
  readonly address: string;
  readonly registeredAt: Date;
  /** When the user last accepted a disclosure; null = never. */
  readonly consentAt: Date | null;
};

const COLUMNS = sql`id as "userId", address, registered_at as "registeredAt", consent_at as "consentAt"`;

/** Returns users with ids below `before` (null = from the newest), newest first. */
export async function listUsers(
  db: Database,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<RegisteredUser[]> {
  const isBefore = before === null ? sql`true` : sql`id < ${before}::bigint`;
  return (
    await sql<RegisteredUser>`select ${COLUMNS} from app_user where ${isBefore}
      order by id desc limit ${limit}::int`.execute(db)
  ).rows;
}

/** Returns users whose address has this prefix, ignoring case, by address; an index has this order. */
export async function listUsersByPrefix(
  db: Database,
  { prefix, after, limit }: { readonly prefix: string; readonly after: NumberKey | null; readonly limit: number },
): Promise<RegisteredUser[]> {
  const from = prefix.toLowerCase();
  const isAfter = after === null ? sql`true` : sql`${ADDRESS} > ${addressOfKey(after)}`;
  // No digit is above f, so prefix + `g` is above every address with the prefix.
  return (
    await sql<RegisteredUser>`select ${COLUMNS} from app_user
      where ${ADDRESS} >= ${from} and ${ADDRESS} < ${`${from}g`} and ${isAfter}
      order by ${ADDRESS} limit ${limit}::int`.execute(db)
  ).rows;
}

const ADDRESS: RawBuilder<string> = sql`lower(address) collate "C"`;

/** Returns a user's key in the list by address. */
export function addressKeyOf({ address, userId }: RegisteredUser): NumberKey {
  return { number: BigInt(address), id: userId };
}

function addressOfKey({ number }: NumberKey): string {
  return `0x${number.toString(16).padStart(40, '0')}`;
}

/** Returns the user of an address (EIP-55), or undefined where it is not registered. */
export async function findRegisteredUser(db: Database, address: string): Promise<RegisteredUser | undefined> {
  return (await sql<RegisteredUser>`select ${COLUMNS} from app_user where address = ${address}`.execute(db)).rows[0];
}

/** A session as operators see it, without its token. */
export type StoredSession = {
  readonly id: bigint;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: string | null;
  readonly isOpen: boolean;
};

/** Returns a user's sessions with ids below `before` (null = from the newest), newest first. */
export async function listStoredSessions(
  db: Database,
  { userId, before, limit }: { readonly userId: bigint; readonly before: bigint | null; readonly limit: number },
): Promise<StoredSession[]> {
  const isBefore = before === null ? sql`true` : sql`id < ${before}::bigint`;
  const { rows } = await sql<StoredSession>`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
      ended_at as "endedAt", end_reason as "endReason",
      ended_at is null and expires_at > now() and last_used_at > now() - interval '2 hours' as "isOpen"
    from session where user_id = ${userId} and ${isBefore} order by id desc limit ${limit}::int`.execute(db);
  return rows;
}

/** A disclosure that a user accepted. */
export type AcceptedVersion = {
  readonly version: number;
  readonly hash: string;
  readonly publishedAt: Date;
  readonly acceptedAt: Date;
  /** Whether this is the user's last acceptance. */
  readonly isLast: boolean;
};

/** Returns the disclosures that a user accepted, newest first, at most 100. */
export async function listConsents(db: Database, userId: bigint): Promise<AcceptedVersion[]> {
  const { rows } = await sql<AcceptedVersion>`
    select d.version, d.hash, d.published_at as "publishedAt", c.accepted_at as "acceptedAt",
      d.hash = u.consent_hash as "isLast"
    from consent c join disclosure d on d.hash = c.hash join app_user u on u.id = c.user_id
    where c.user_id = ${userId} order by d.version desc limit 100`.execute(db);
  return rows;
}
