import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Returns whether an open demand covers a demanded withdrawal, by the events that the indexer stored. */
export async function isDemandOpen(db: Database, withdrawalId: bigint): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select is_demand_open(w) as is_open from withdrawal w where w.id = ${withdrawalId}`.execute(db);
  return rows[0]?.is_open === true;
}

/** Returns the amount of a demanded withdrawal without a voucher, if its demand no longer covers it; whether it did. */
export async function returnUndemanded(tx: Database, withdrawalId: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select return_undemanded(${withdrawalId}) as done`.execute(tx);
  return rows[0]?.done === true;
}
