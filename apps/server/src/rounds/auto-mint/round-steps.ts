import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { findCoveringHashes, type Operator } from '#session/queries/covering.ts';
import { readLiveTerms } from '../offers/queries/plans.ts';
import { recordStep } from '../round/store/steps.ts';

/** A part of an opening: the next `limit` users of the queue. */
export type PartOfQueue = {
  readonly roundId: bigint;
  readonly limit: number;
  /** Users who have not accepted this operator's current disclosure are skipped. */
  readonly operator: Operator;
};

/** The result of a part, from which the next one is decided while this one is being written: JSON of the database. */
export type Reached = string & { readonly brand: 'reached' };

/** A decided, unwritten part; a cursor of its transaction has the users and amounts. */
export type DecidedPart = {
  readonly reached: Reached;
  /** Whether it is the last part, and whether it fills the round. */
  readonly isDone: boolean;
  readonly isFull: boolean;
};

/** Stores that all orders of the round have this id or a later one. */
export async function nameFirstOrder(tx: Database, roundId: bigint): Promise<void> {
  await tx
    .updateTable('round')
    .set({ first_order_id: sql<bigint>`(select coalesce(max(id), 0) + 1 from mint_order)` })
    .where('id', '=', roundId)
    .where('first_order_id', '=', 0n)
    .execute();
}

/** The round's own plan is among those on offer. */
async function readCovering(tx: Database, operator: Operator): Promise<string[]> {
  return [...(await findCoveringHashes(tx, { operator, terms: await readLiveTerms(tx) }))];
}

/**
 * Decides who of the next users with auto-mint joins a round that is about to open, in the order in which they turned
 * it on, like `decideAutoMint` of the domain; a test compares the two. Writes nothing: `writePart` does. Without
 * `after`, decides from the committed state, with the round's row locked; with `after`, from the result of a part that
 * another transaction has decided and not committed, once `awaitSlot` has returned. Undefined while joins are paused,
 * or others write parts of this opening (docs/money-rules.md#4-join).
 */
export async function decidePart(
  tx: Database,
  { roundId, limit, operator }: PartOfQueue,
  after?: Reached,
): Promise<DecidedPart | undefined> {
  const { rows } = await sql<DecidedPart & { is_decided: boolean }>`
    select d.is_decided, d.reached::text, (d.reached->>'is_done')::boolean as "isDone",
      (d.reached->>'filled')::numeric = round.quota as "isFull"
    from auto_mint_decide_part(${roundId}, ${limit}::int, ${await readCovering(tx, operator)}::text[],
      ${after ?? null}::jsonb) d join round on round.id = ${roundId}`.execute(tx);
  const [decided] = rows;
  if (decided?.is_decided !== true) return undefined;
  const { reached, isDone, isFull } = decided;
  return { reached, isDone, isFull };
}

/** Waits until the part after `reached` may be decided; from then on no user's settings change until it has ended. */
export async function awaitSlot(tx: Database, roundId: bigint, reached: Reached): Promise<void> {
  await sql`select auto_mint_take_slot(${roundId}, 1 - (${reached}::jsonb->>'slot')::int)`.execute(tx);
}

/**
 * Writes the part that the transaction has decided: orders, transfers, accounts, log and the round's figures. Waits
 * until the previous part is committed. Returns false if that part was rolled back, or the round has changed since:
 * then the caller must roll back, too.
 */
export async function writePart(tx: Database, roundId: bigint): Promise<boolean> {
  const { rows } = await sql<{ is_written: boolean }>`
    select auto_mint_write_part(${roundId}) as is_written`.execute(tx);
  return rows[0]?.is_written === true;
}

/**
 * Counts a failed round against the auto-mint of the next `limit` users whom it joined. Turns it off, with a log entry,
 * for users who reached their maximum of losses. Returns false when all were counted before. Automatic orders have the
 * first ranks (docs/money-rules.md#4-join).
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
  // A part is recorded by its last rank, so that parts of another size can follow it.
  await recordStep(tx, { roundId, step: 'auto-mint-losses', chunk: lastRank });
  await sql`select auto_mint_count_losses(${roundId}, ${countedRanks + 1}::int, ${lastRank}::int)`.execute(tx);
  return true;
}
