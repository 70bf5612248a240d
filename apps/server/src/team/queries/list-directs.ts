import type { Database } from '#platform/database/database.ts';
import { findAddresses } from '#session/queries/find-addresses.ts';
import { type Direct, findDirects } from '../store/teams.ts';

/** Returns a user's direct referrals with their addresses (EIP-55), the newest binding first, those before the binding `before`. */
export async function listDirects(
  db: Database,
  page: { readonly inviterId: bigint; readonly before: bigint | null; readonly limit: number },
): Promise<(Direct & { readonly address: string })[]> {
  const directs = await findDirects(db, page);
  const addressOf = await findAddresses(
    db,
    directs.map(({ userId }) => userId),
  );
  return directs.map((direct) => ({ ...direct, address: addressOf(direct.userId) }));
}
