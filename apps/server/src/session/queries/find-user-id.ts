import type { Database } from '#platform/database/database.ts';
import { findUser } from '../store.ts';

/** The user of an address (EIP-55), or null where it is not registered. */
export async function findUserId(db: Database, address: string): Promise<bigint | null> {
  return (await findUser(db, address))?.id ?? null;
}
