import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';

/** Sets what the reserve keeps (JU, base units) before its surplus goes to participants. rules.md section 5. */
export async function setReserveCap(tx: Database, cap: TokenAmount): Promise<void> {
  await tx.updateTable('reserve_setting').set({ cap }).execute();
}
