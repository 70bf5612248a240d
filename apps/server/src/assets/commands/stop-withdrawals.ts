import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Switches withdrawals off until the operator lets them go again; the first reason stays. True when they were on. */
export async function stopWithdrawals(tx: Database, reason: string): Promise<boolean> {
  const result = await tx
    .updateTable('system_switch')
    .set({ paused: true, reason, changed_at: sql`now()` })
    .where('name', '=', 'withdrawals')
    .where('paused', '=', false)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
