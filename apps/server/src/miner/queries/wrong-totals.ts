import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Returns the ids of users whose cached mining output differs from that of their machines. */
export async function findWrongMining(db: Database): Promise<bigint[]> {
  const { rows } = await sql<{ user_id: bigint }>`
    with mined as (
      select d.* from cached_mined_checkpoint k join machine_day d on d.user_id = k.user_id and d.day <= k.day
    ), days as (
      select user_id, day, count(*)::int, sum(hash_rate), sum(output) from mined group by user_id, day
    ), machines as (
      select machine_id, user_id, sum(output), max(day) from mined group by machine_id, user_id
    )
    select user_id from (
      (table days except all table cached_mined_day) union all (table cached_mined_day except all table days)
    ) d
    union
    select user_id from (
      (table machines except all table cached_machine) union all (table cached_machine except all table machines)
    ) m
    order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
