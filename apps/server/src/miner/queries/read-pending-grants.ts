import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type PendingGrants = { readonly waiting: number; readonly alarms: number; readonly oldestSeconds: number };

/**
 * Grants that the exchange has not acknowledged: how many, since when the oldest of them, and how many a person has to
 * look at.
 */
export async function readPendingGrants(db: Database): Promise<PendingGrants> {
  const { rows } = await sql<PendingGrants>`
    with waiting as (
      select count(*)::int as waiting, min(machine_id) as oldest from exchange_grant where state = 'waiting'
    )
    select w.waiting, (select count(*)::int from exchange_grant where state = 'alarm') as alarms,
      coalesce(extract(epoch from clock_timestamp() - m.claimed_at), 0)::float8 as "oldestSeconds"
    from waiting w left join machine m on m.id = w.oldest`.execute(db);
  return rows[0] ?? { waiting: 0, alarms: 0, oldestSeconds: 0 };
}
