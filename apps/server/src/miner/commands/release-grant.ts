import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Lets a grant that raised an alarm be sent again under its old id, after a person looked into it with the exchange; for the worker's role.
 * False when it has raised none.
 */
export async function releaseGrant(db: Database, machineId: bigint): Promise<boolean> {
  const row = await db
    .updateTable('exchange_grant')
    .set({ state: 'waiting', attempts: 0, due_at: sql<Date>`clock_timestamp()` })
    .where('machine_id', '=', machineId)
    .where('state', '=', 'alarm')
    .returning('machine_id')
    .executeTakeFirst();
  return row !== undefined;
}
