import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type MiningTotals, readMiningTotals } from '../queries/mined-days.ts';

/** A total that reads more machine days than this is cached. */
const MANY_DAYS = 1_000;

/** Returns the totals of a user's mining from `db`; caches them in the primary if very many days were read. */
export async function readAndCacheMiningTotals(
  { db, primaryDb }: { readonly db: Database; readonly primaryDb: Database },
  userId: bigint,
): Promise<MiningTotals> {
  const totals = await readMiningTotals(db, userId);
  if (totals.toCache > MANY_DAYS) await cacheMined(primaryDb, userId);
  return totals;
}

/** Caches the output of a user's machines up to the last day before the first unpaid one. */
export async function cacheMined(db: Database, userId: bigint): Promise<void> {
  await sql`select cache_mined(${userId})`.execute(db);
}
