import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { findUser } from '../store/users.ts';

/** Returns the id of the user of an address (EIP-55), or null where it is not registered. */
export async function findUserId(db: Database, address: string): Promise<bigint | null> {
  return (await findUser(db, address))?.id ?? null;
}

/** Returns the address (EIP-55) of a user, or null where the user does not exist. */
export async function findAddress(db: Database, userId: bigint): Promise<string | null> {
  const userRow = await db.selectFrom('app_user').select('address').where('id', '=', userId).executeTakeFirst();
  return userRow?.address ?? null;
}

/**
 * Reads the addresses (EIP-55) of users in one query, and returns a function from user id to address, which throws for
 * an unknown id.
 */
export async function findAddresses(db: Database, userIds: readonly bigint[]): Promise<(userId: bigint) => string> {
  const userRows =
    userIds.length === 0
      ? []
      : await db.selectFrom('app_user').select(['id', 'address']).where('id', 'in', userIds).execute();
  const addresses = new Map(userRows.map(({ id, address }) => [id, address]));
  return (userId) => {
    const address = addresses.get(userId);
    if (address === undefined) throw new Error(`there is no user ${userId}`);
    return address;
  };
}

/** All users' addresses, as rows (id, address), for a statement over all users. */
export const userAddresses = sql`select id, address from app_user`;
