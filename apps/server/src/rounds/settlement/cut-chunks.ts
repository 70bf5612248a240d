import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DueRound } from './round-row.ts';

/** Cuts the participants of a computed settlement into ranges of user ids with about `chunkSize` orders each. */
export async function cutChunks(tx: Database, round: DueRound, chunkSize: number): Promise<void> {
  await sql`
    insert into round_chunk (round_id, chunk, from_user, to_user)
    select ${round.id}, chunk, lag(last_user, 1, 0::bigint) over (order by chunk) + 1, last_user
    from (
      select row_number() over (order by last_user) as chunk, last_user
      from (
        select distinct max(user_id) as last_user
        from (
          select user_id, row_number() over (order by user_id) as n from order_settlement where round_id = ${round.id}
        ) numbered
        group by (n - 1) / ${chunkSize}::int
      ) ends
    ) chunks`.execute(tx);
}
