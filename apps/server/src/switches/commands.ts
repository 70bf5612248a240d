import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SystemPart } from './queries.ts';

/**
 * Pauses withdrawals until operators resume them; the first reason stays. Each call raises an alarm, even if they are
 * already paused. Returns whether they were running.
 */
export async function pauseWithdrawals(db: Database, reason: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select pause_withdrawals(${reason}) as done`.execute(db);
  return rows[0]?.done === true;
}

/** Sets a part's switch, its reason and the operator (EIP-55), replacing earlier ones. */
export async function setSwitch(
  tx: Database,
  { part, paused, reason, by }: { part: SystemPart; paused: boolean; reason: string | null; by: string },
): Promise<void> {
  await tx
    .updateTable('system_switch')
    .set({ paused, reason, changed_by: by, changed_at: sql`now()` })
    .where('name', '=', part)
    .execute();
}
