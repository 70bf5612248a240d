import type { Database } from '#platform/database/database.ts';
import { type Grant, selectGranted } from '../store/grants.ts';

/**
 * What a user is granted by the newest grant of each kind, whether or not his standing includes it yet; null = nothing
 * was ever said of it.
 */
export async function readGranted(db: Database, userId: bigint): Promise<Omit<Grant, 'userId'>> {
  return selectGranted(db, userId);
}
