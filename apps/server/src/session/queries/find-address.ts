import type { Database } from '#platform/database/database.ts';
import { findUserById } from '../store.ts';

/** The address (EIP-55) of a user, or null where there is no such user. */
export async function findAddress(db: Database, userId: bigint): Promise<string | null> {
  return (await findUserById(db, userId))?.address ?? null;
}
