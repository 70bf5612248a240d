import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SystemPart } from './queries.ts';

/**
 * Pauses a part until operators resume it; the first reason stays. Each call raises an alarm, even if the part is
 * already paused. Returns whether the part was running.
 */
export async function pausePart(tx: Database, part: SystemPart, reason: string): Promise<boolean> {
  const result = await tx
    .updateTable('system_switch')
    .set({ paused: true, reason, changed_by: null, changed_at: sql`now()` })
    .where('name', '=', part)
    .where('paused', '=', false)
    .executeTakeFirst();
  const wasRunning = result.numUpdatedRows > 0n;
  if (!wasRunning) await tx.updateTable('system_switch').set({ paused: true }).where('name', '=', part).execute();
  return wasRunning;
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
