import { type AutoMintChange, type AutoMintRefusal, changeAutoMint } from '@city-mint/domain/rounds/change-auto-mint';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { AutoMintNow } from './auto-mint-now.ts';
import { lockAutoMint, saveAutoMint } from './store.ts';

export type SetAutoMintAnswer = AutoMintNow | { readonly refusal: AutoMintRefusal; readonly version: number };

/**
 * Turns a user's auto-mint on or off, or changes its limits (JU in base units). When it has answered, no later opening follows the settings
 * of before. A refusal tells the version that stands. rules.md section 4.
 */
export async function setAutoMint(
  db: Database,
  request: {
    readonly userId: bigint;
    readonly consented: boolean;
    readonly change: AutoMintChange;
    /** From where it is asked, and whether joining is off there. */
    readonly country?: string | null;
    readonly isBarred?: boolean;
  },
): Promise<SetAutoMintAnswer> {
  return inTransaction(db, async (tx) => {
    const current = await lockAutoMint(tx, request.userId);
    const decision = changeAutoMint(current, request.change, request);
    switch (decision.kind) {
      case 'unchanged':
        return current;
      case 'refused':
        return { refusal: decision.refusal, version: current.version };
      case 'changed':
        return saveAutoMint(tx, request, decision);
    }
  });
}
