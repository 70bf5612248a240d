import { type AutoMintChange, type AutoMintRefusal, changeAutoMint } from '@city-mint/domain/rounds/change-auto-mint';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { AutoMintNow } from './auto-mint-now.ts';
import { lockAutoMint, saveAutoMint } from './store.ts';

export type SetAutoMintAnswer = AutoMintNow | { readonly refusal: AutoMintRefusal; readonly version: number };

/**
 * Turns a user's auto-mint on or off, or changes its limits (JU in base units). Once it has returned, no opening
 * follows the previous settings. Returns the new settings, or a refusal with the current version
 * (docs/money-rules.md#4-join).
 */
export async function setAutoMint(
  db: Database,
  request: {
    readonly userId: bigint;
    readonly consented: boolean;
    readonly change: AutoMintChange;
    /** The caller's country, and whether joining is off there. */
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
