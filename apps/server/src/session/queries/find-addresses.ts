import type { Database } from '#platform/database/database.ts';
import { findAddressesById } from '../store.ts';

/** The addresses (EIP-55) of users, by one query. Throws for an id that is nobody's when it is asked for. */
export async function findAddresses(db: Database, userIds: readonly bigint[]): Promise<(userId: bigint) => string> {
  const found = new Map((await findAddressesById(db, userIds)).map(({ id, address }) => [id, address]));
  return (userId) => {
    const address = found.get(userId);
    if (address === undefined) throw new Error(`there is no user ${userId}`);
    return address;
  };
}
