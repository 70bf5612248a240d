import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Lets a grant that raised an alarm be sent again under its old id, after a person looked into it with the exchange;
 * for the operator's role. False when it has raised none.
 */
export async function releaseGrant(tx: Database, machineId: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select exchange_grant_release(${machineId}) as done`.execute(tx);
  return rows[0]?.done === true;
}
