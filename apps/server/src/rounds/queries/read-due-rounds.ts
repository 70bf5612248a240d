import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type DueRounds = { readonly due: number; readonly lateSeconds: number; readonly open: number };

/** How many rounds and plans are due for their next step, for how long the longest of them, and how many rounds are open. */
export async function readDueRounds(db: Database): Promise<DueRounds> {
  const { rows } = await sql<DueRounds>`
    select count(*)::int as due, coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0)::float8 as "lateSeconds",
      (select count(*)::int from round where state = 'open' and due_at is not null) as open
    from (
      select due_at from round where due_at <= clock_timestamp()
      union all select due_at from phase_plan where due_at <= clock_timestamp()
    ) d`.execute(db);
  return rows[0] ?? { due: 0, lateSeconds: 0, open: 0 };
}
