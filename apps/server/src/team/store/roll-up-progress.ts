import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type RollUpProgress = {
  /** Every round up to this id is settled and rolled up. */
  readonly roundsBelow: bigint;
  /** The version of the thresholds by which statuses are computed. */
  readonly statusVersion: number;
  /** Statuses are computed up to this user; null = all are. */
  readonly statusAfter: bigint | null;
  /** The version of the last step that wrote members; null before the first. */
  readonly treeVersion: string | null;
};

/** Locks the progress of the roll-up and returns it; undefined while another worker holds the lock. */
export async function lockRollUpProgress(tx: Database): Promise<RollUpProgress | undefined> {
  const row = await tx.selectFrom('team_progress').selectAll().forUpdate().skipLocked().executeTakeFirst();
  return (
    row && {
      roundsBelow: row.rounds_below,
      statusVersion: row.status_version,
      statusAfter: row.status_after,
      treeVersion: row.tree_version,
    }
  );
}

/** Stores up to which user statuses are computed, and by which thresholds; returns once it is written. */
export async function advanceStatusProgress(
  tx: Database,
  to: { version: number; after: bigint | null },
): Promise<void> {
  await tx.updateTable('team_progress').set({ status_version: to.version, status_after: to.after }).execute();
}

/** Stores that every round up to this one is settled and rolled up; returns once it is written. */
export async function advanceRoundsBelow(tx: Database, roundId: bigint): Promise<void> {
  await sql`select advance_team_rounds_below(${roundId})`.execute(tx);
}

/**
 * Returns the last rolled-up user of each round with an id above `after`, and whether all of its users are rolled up.
 */
export async function readRoundProgress(
  tx: Database,
  after: bigint,
): Promise<Map<bigint, { lastUser: bigint; done: boolean }>> {
  const rows = await tx.selectFrom('team_round').selectAll().where('round_id', '>', after).execute();
  return new Map(rows.map((row) => [row.round_id, { lastUser: row.last_user, done: row.done }]));
}

/**
 * The statement that stores the progress of a round by a page of its users, and attributes their orders if it was
 * minted. docs/money-rules.md#8-team-nodes-levels
 */
export function advanceRound({ roundId, users }: { roundId: bigint; users: number }): RawBuilder<unknown> {
  return sql`select advance_team_round(${roundId}, ${users}::int)`;
}

/** Enough for arrays of 200,000 rows and their hash tables; with less these would spill to disk. */
const STEP_MEMORY = '256MB';

/** Sets the memory that the transaction may use for the arrays of a step; returns once it is set. */
export async function raiseMemory(tx: Database): Promise<void> {
  await sql.raw(`set local work_mem = '${STEP_MEMORY}'`).execute(tx);
}

/** Sets the version of the step that writes members in this transaction; returns once it is written. */
export async function setTreeVersion(tx: Database, version: string): Promise<void> {
  await tx.updateTable('team_progress').set({ tree_version: version }).execute();
}
