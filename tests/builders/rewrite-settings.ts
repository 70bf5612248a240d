import type { Database } from '@city-mint/server/platform/database/database';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/**
 * Changes settings of past days, which triggers forbid, as if they had been set in time. Needs the owner's connection.
 */
export async function rewriteSettings(db: Database, statement: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });
}
