import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The first range of a round's participants for which this part is not done yet; undefined when it is done for all. */
export async function findNextChunk(
  tx: Database,
  { roundId, step }: { readonly roundId: bigint; readonly step: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ chunk: number }>`
    select c.chunk from round_chunk c
    where c.round_id = ${roundId}
      and not exists (select 1 from round_step s where s.round_id = c.round_id and s.step = ${step} and s.chunk = c.chunk)
    order by c.chunk limit 1`.execute(tx);
  return rows[0]?.chunk;
}
