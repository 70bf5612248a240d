import type { Database } from '#platform/database/database.ts';
import { type AutoMintNow, findAutoMint } from '../auto-mint/auto-mint-store.ts';

/** How a user's auto-mint is set; JU in base units. rules.md section 4. */
export async function readAutoMint(db: Database, userId: bigint): Promise<AutoMintNow> {
  return findAutoMint(db, userId);
}
