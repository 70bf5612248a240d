import type { Database } from '#platform/database/database.ts';
import { endSession } from '../store.ts';

/** Ends a session for good; its token is refused from the next call on, by every process. */
export async function logout(db: Database, tokenHash: Buffer): Promise<void> {
  await endSession(db, { tokenHash, why: 'logout' });
}
