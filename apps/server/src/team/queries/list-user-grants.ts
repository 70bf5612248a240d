import type { Database } from '#platform/database/database.ts';
import { type Grant, selectGrantsOf } from '../store/grants.ts';

export type UserGrant = Omit<Grant, 'userId'> & {
  readonly reason: string;
  readonly grantedAt: Date;
  /** The user's standing includes it. */
  readonly applied: boolean;
};

/** What operators granted a user, the newest first, at most `limit`. */
export async function listUserGrants(
  db: Database,
  { userId, limit }: { readonly userId: bigint; readonly limit: number },
): Promise<UserGrant[]> {
  return selectGrantsOf(db, { userId, limit });
}
