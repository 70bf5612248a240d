import type { Database } from '#platform/database/database.ts';

/** Sets for how many hours a withdrawal to an address that is new to its user is refused; 0 = not at all. */
export async function setWithdrawalHold(tx: Database, hours: number): Promise<void> {
  await tx.updateTable('withdrawal_hold').set({ hours }).execute();
}
