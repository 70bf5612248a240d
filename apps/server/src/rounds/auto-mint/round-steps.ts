import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { findCoveringHashes, type Operator } from '#session/queries/covering.ts';
import { readLiveTerms } from '../offers/queries/plans.ts';

/** A part of an opening: the next `limit` users of the queue. */
export type PartOfQueue = {
  readonly roundId: bigint;
  readonly limit: number;
  /** Users who have not accepted this operator's current disclosure are skipped. */
  readonly operator: Operator;
};

/** The result of a part, from which the next one is decided while this one is being written: JSON of the database. */
export type Reached = string & { readonly brand: 'reached' };

/** A decided, unwritten part; its users and amounts stay in the database. */
export type DecidedPart = {
  readonly reached: Reached;
  /** Whether it is the last part. */
  readonly isDone: boolean;
};

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
    select is_decided, reached::text, (reached->>'is_done')::boolean as "isDone"
    from auto_mint_decide_part(${roundId}, ${limit}::int, ${await readCovering(tx, operator)}::text[],
      ${after ?? null}::jsonb)`.execute(tx);
  const [decided] = rows;
  if (decided?.is_decided !== true) return undefined;
  const { reached, isDone } = decided;
  return { reached, isDone };
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
 * for users who reached their maximum of losses. Returns false when all were counted before
 * (docs/money-rules.md#4-join).
 */
export async function countAutoMintLosses(tx: Database, roundId: bigint, limit: number): Promise<boolean> {
  const { rows } = await sql<{ counted: boolean }>`
    select auto_mint_count_losses(${roundId}, ${limit}::int) as counted`.execute(tx);
  return rows[0]?.counted === true;
}
