import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../member-status-of.ts';

export type Progress = {
  /** Every round up to here is settled and carried. */
  readonly roundsBelow: bigint;
  readonly standingVersion: number;
  /** Standings are computed anew up to this user; null = everybody's are. */
  readonly standingAfter: bigint | null;
};

/** The worker's progress, its row locked; undefined while another worker holds it. */
export async function lockProgress(tx: Database): Promise<Progress | undefined> {
  const row = await tx.selectFrom('team_progress').selectAll().forUpdate().skipLocked().executeTakeFirst();
  return (
    row && {
      roundsBelow: row.rounds_below,
      standingVersion: row.status_version,
      standingAfter: row.status_after,
    }
  );
}

/** Waits until no worker changes standings, and lets none until the transaction ends. */
export async function awaitProgress(tx: Database): Promise<void> {
  await tx.selectFrom('team_progress').select('single').forUpdate().executeTakeFirstOrThrow();
}

/** Keeps how far the standings are. */
export async function advanceStatusUpdate(tx: Database, to: { version: number; after: bigint | null }): Promise<void> {
  await tx.updateTable('team_progress').set({ status_version: to.version, status_after: to.after }).execute();
}

/** Keeps that every round up to this one is settled and carried. */
export async function moveRoundsBelow(tx: Database, roundId: bigint): Promise<void> {
  await tx.updateTable('team_progress').set({ rounds_below: roundId }).execute();
}

const amount = z
  .string()
  .regex(/^\d+$/)
  .transform((text): TokenAmount => tokenAmount(BigInt(text)));
const nodeThreshold = z.strictObject({ joinedDirects: z.int().nonnegative(), teamPerformance: amount });
const nodeThresholds = z.strictObject({ personal: nodeThreshold, community: nodeThreshold, super: nodeThreshold });
const levelThresholds = z.strictObject({ 1: amount, 2: amount, 3: amount, 4: amount, 5: amount });

/** The thresholds that count now, with their version. */
export async function readThresholds(db: Database): Promise<Thresholds & { readonly version: number }> {
  const row = await db
    .selectFrom('team_setting')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    version: row.version,
    node: nodeThresholds.parse(row.node_thresholds),
    level: levelThresholds.parse(row.level_thresholds),
  };
}

/** How far rounds with an id above `after` are carried. */
export async function readRoundMarks(
  tx: Database,
  after: bigint,
): Promise<Map<bigint, { lastUser: bigint; done: boolean }>> {
  const rows = await tx.selectFrom('team_round').selectAll().where('round_id', '>', after).execute();
  return new Map(rows.map((row) => [row.round_id, { lastUser: row.last_user, done: row.done }]));
}

/** Marks the users of a round up to this one, or all of them, as carried. */
export async function markRound(
  tx: Database,
  mark: { roundId: bigint; lastUser: bigint; done: boolean },
): Promise<void> {
  const { roundId, lastUser, done } = mark;
  await tx
    .insertInto('team_round')
    .values({ round_id: roundId, last_user: lastUser, done })
    .onConflict((conflict) => conflict.column('round_id').doUpdateSet({ last_user: lastUser, done }))
    .execute();
  await sql`update team_progress set batches = batches + 1`.execute(tx);
}

/** Makes these the thresholds that count from now on. */
export async function insertThresholds(tx: Database, setting: Thresholds & { readonly reason: string }): Promise<void> {
  const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  await tx
    .insertInto('team_setting')
    .values({
      node_thresholds: JSON.stringify(setting.node, text),
      level_thresholds: JSON.stringify(setting.level, text),
      reason: setting.reason,
    })
    .execute();
}
