import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type PendingWithdrawals = { readonly state: string; readonly count: number; readonly oldestSeconds: number };

/** Withdrawals that are not over, by state: how many, and how long ago the oldest of them was asked for. */
export async function readPendingWithdrawals(db: Database): Promise<readonly PendingWithdrawals[]> {
  const { rows } = await sql<PendingWithdrawals>`
    select s.state, count(w.id)::int as count,
      coalesce(extract(epoch from clock_timestamp() - min(w.requested_at)), 0)::float8 as "oldestSeconds"
    from (values ('requested'), ('approved'), ('signed')) as s (state)
    left join (
      select id, state, requested_at from withdrawal where state = 'requested'
      union all select id, state, requested_at from withdrawal where state = 'approved' and due_at is not null
      union all select id, state, requested_at from withdrawal where state = 'signed'
    ) w on w.state = s.state group by s.state`.execute(db);
  return rows;
}
