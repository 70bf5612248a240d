import type { Database } from '#platform/database/database.ts';

/** The grant of a machine as far as an operator decides on it, or undefined. */
export async function findExchangeGrant(
  db: Database,
  machineId: bigint,
): Promise<{ grantId: string; state: string; problem: string | null } | undefined> {
  const row = await db
    .selectFrom('exchange_grant')
    .select(['grant_id', 'state', 'problem'])
    .where('machine_id', '=', machineId)
    .executeTakeFirst();
  return row && { grantId: row.grant_id, state: row.state, problem: row.problem };
}
