import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { findCoveringHashes, type Operator } from '#session/queries/covering.ts';
import { readLiveTerms } from '../offers/queries/plans.ts';
import { recordStep } from '../settlement/store.ts';

/**
 * Joins the next `limit` users with auto-mint to a round that is about to open, in the order in which they turned it
 * on, and logs each cycle; whoever has not accepted what `operator` discloses now is skipped. Decides as
 * `decideAutoMint` of the domain does; a test compares the two. The round is closed to other orders until the last part
 * is done. Returns whether that was the last part, and whether the round is full (docs/money-rules.md#4-join).
 */
export async function admitAutoMint(
  tx: Database,
  { roundId, limit, operator }: { readonly roundId: bigint; readonly limit: number; readonly operator: Operator },
): Promise<{ readonly isDone: boolean; readonly isFull: boolean }> {
  await tx
    .updateTable('round')
    .set({ first_order_id: sql<bigint>`(select coalesce(max(id), 0) + 1 from mint_order)` })
    .where('id', '=', roundId)
    .where('first_order_id', '=', 0n)
    .execute();
  // The round's own plan is among those on offer.
  const covering = await findCoveringHashes(tx, { operator, terms: await readLiveTerms(tx) });
  const { rows } = await sql<{ is_done: boolean; is_full: boolean }>`
    select is_done, is_full from auto_mint_admit(${roundId}, ${limit}::int, ${[...covering]}::text[])`.execute(tx);
  const [admission] = rows;
  if (admission === undefined) throw new Error(`round ${roundId}: auto_mint_admit returned no row`);
  return { isDone: admission.is_done, isFull: admission.is_full };
}

/**
 * Counts a failed round against the auto-mint of the next `limit` users whom it joined. Turns it off, with a log
 * entry, for those who reached their maximum of losses. Returns false when all were counted before. Automatic orders
 * have the first ranks (docs/money-rules.md#4-join).
 */
export async function countAutoMintLosses(tx: Database, roundId: bigint, limit: number): Promise<boolean> {
  const opening = await tx
    .selectFrom('auto_mint_opening')
    .select('joined')
    .where('round_id', '=', roundId)
    .executeTakeFirst();
  const lastPart = await tx
    .selectFrom('round_step')
    .select(({ fn }) => fn.max('chunk').as('rank'))
    .where('round_id', '=', roundId)
    .where('step', '=', 'auto-mint-losses')
    .executeTakeFirst();
  const countedRanks = lastPart?.rank ?? 0;
  if (opening === undefined || countedRanks >= opening.joined) return false;
  const lastRank = Math.min(countedRanks + limit, opening.joined);
  // A part is named by its last rank, so that parts of another size can follow it.
  await recordStep(tx, { roundId, step: 'auto-mint-losses', chunk: lastRank });
  await sql`select auto_mint_count_losses(${roundId}, ${countedRanks + 1}::int, ${lastRank}::int)`.execute(tx);
  return true;
}
