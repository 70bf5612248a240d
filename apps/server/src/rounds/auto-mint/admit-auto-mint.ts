import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DueRound } from '../settlement/round-row.ts';

/**
 * Lets the next `most` users who have auto-mint on join a round that is about to open, in the order in which they turned it on, each decided
 * as `decideAutoMint` of the domain does it (a test holds both against each other), and logs every cycle. The round is closed to everybody
 * else until the last part is done. rules.md section 4.
 */
export async function admitAutoMint(
  tx: Database,
  round: DueRound,
  most: number,
): Promise<{ readonly isDone: boolean; readonly isFull: boolean }> {
  await tx
    .updateTable('round')
    .set({ first_order_id: sql<bigint>`(select coalesce(max(id), 0) + 1 from mint_order)` })
    .where('id', '=', round.id)
    .where('first_order_id', '=', 0n)
    .execute();
  const { rows } = await sql<{ is_done: boolean; is_full: boolean }>`
    select is_done, is_full from auto_mint_admit(${round.id}, ${most}::int)`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`round ${round.id}: auto-mint gave no answer`);
  return { isDone: row.is_done, isFull: row.is_full };
}
