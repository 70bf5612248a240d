import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DueRound } from '../lifecycle/store.ts';

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

const STEP = 'auto-mint-losses';

/**
 * Counts a failed round against the auto-mint of the next `most` users whom it joined, and turns it off, with a line in the log, where that
 * was one loss too many. False when all were counted before. Automatic orders have the first ranks. rules.md section 4.
 */
export async function countLosses(tx: Database, round: DueRound, most: number): Promise<boolean> {
  const opening = await tx
    .selectFrom('auto_mint_opening')
    .select('joined')
    .where('round_id', '=', round.id)
    .executeTakeFirst();
  const done = await tx
    .selectFrom('round_step')
    .select(({ fn }) => fn.max('chunk').as('rank'))
    .where('round_id', '=', round.id)
    .where('step', '=', STEP)
    .executeTakeFirst();
  const counted = done?.rank ?? 0;
  if (opening === undefined || counted >= opening.joined) return false;
  const last = Math.min(counted + most, opening.joined);
  // A part is named by its last rank, so that parts of another size can follow it.
  await tx.insertInto('round_step').values({ round_id: round.id, step: STEP, chunk: last }).execute();
  await sql`select auto_mint_count_losses(${round.id}, ${counted + 1}::int, ${last}::int)`.execute(tx);
  return true;
}
