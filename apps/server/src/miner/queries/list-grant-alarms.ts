import type { Database } from '../../platform/database/database.ts';

/** A grant that the exchange answered wrongly; hash rate in base units. */
export type GrantAlarm = {
  readonly machineId: bigint;
  readonly grantId: string;
  readonly uid: string;
  readonly hashRate: bigint;
  readonly problem: string;
};

/** Grants that wait for a person to look into them: `limit` of them after a machine's id. */
export async function listGrantAlarms(
  db: Database,
  { after = 0n, limit }: { readonly after?: bigint; readonly limit: number },
): Promise<GrantAlarm[]> {
  const rows = await db
    .selectFrom('exchange_grant')
    .select(['machine_id', 'grant_id', 'uid', 'hash_rate', 'problem'])
    .where('state', '=', 'alarm')
    .where('machine_id', '>', after)
    .orderBy('machine_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    machineId: row.machine_id,
    grantId: row.grant_id,
    uid: row.uid,
    hashRate: row.hash_rate,
    problem: row.problem ?? '',
  }));
}
