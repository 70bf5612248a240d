import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Has a grant that waits for its next attempt sent at once, under its id as ever; for the operator's role. False when
 * it does not wait.
 */
export async function resendGrant(tx: Database, machineId: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select exchange_grant_retry_now(${machineId}) as done`.execute(tx);
  return rows[0]?.done === true;
}
