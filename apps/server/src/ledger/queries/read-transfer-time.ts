import type { Database } from '#platform/database/database.ts';

/** When the transaction of a transfer began, or undefined where there is no such transfer. */
export async function readTransferTime(db: Database, id: bigint): Promise<Date | undefined> {
  const row = await db.selectFrom('ledger_transfer').select('created_at').where('id', '=', id).executeTakeFirst();
  return row?.created_at;
}
