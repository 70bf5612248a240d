import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type MiningTotals, readMiningTotals } from '../queries/mined-days.ts';

/** Of a user of whom more machines' days than this are read for a total, it is cached. */
const MANY_DAYS = 1_000;

/** Returns the totals of a user's mining; keeps them for the next time where very many days were read. */
export async function readAndCacheMiningTotals(db: Database, userId: bigint): Promise<MiningTotals> {
  const totals = await readMiningTotals(db, userId);
  if (totals.toCache > MANY_DAYS) await cacheMined(db, userId);
  return totals;
}

/** Keeps what a user's machines mined, up to the last day before the first unpaid one. */
export async function cacheMined(db: Database, userId: bigint): Promise<void> {
  await sql`select cache_mined(${userId})`.execute(db);
}
