import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Grant } from '../exchange/exchange-client.ts';

export type DueGrant = Grant & {
  readonly machineId: bigint;
  readonly attempts: number;
  readonly callId: string | null;
};

/**
 * Takes grants that are due, `most` of them: until `leaseMs` from now no other worker takes them, and afterwards any
 * does, for then this one was killed before it noted what came of them.
 */
export async function claimDueGrants(
  db: Database,
  { most, leaseMs }: { readonly most: number; readonly leaseMs: number },
): Promise<DueGrant[]> {
  const { rows } = await sql<{
    machine_id: bigint;
    grant_id: string;
    uid: string;
    hash_rate: bigint;
    attempts: number;
    call_id: string | null;
  }>`
    update exchange_grant set attempts = attempts + 1, due_at = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    where machine_id in (
      select machine_id from exchange_grant where state = 'waiting' and due_at <= clock_timestamp()
      order by due_at limit ${most}::int for update skip locked
    ) returning machine_id, grant_id, uid, hash_rate, attempts, call_id`.execute(db);
  return rows.map((row) => ({
    machineId: row.machine_id,
    grantId: row.grant_id,
    uid: row.uid,
    hashRate: row.hash_rate,
    attempts: row.attempts,
    callId: row.call_id,
  }));
}
