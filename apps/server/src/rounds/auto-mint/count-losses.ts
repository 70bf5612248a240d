import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DueRound } from '../settlement/round-row.ts';

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
