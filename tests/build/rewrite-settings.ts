import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/database.ts';

/** Changes settings of days that have begun, which the database refuses everybody: as if they had been set in time. For the owner alone. */
export async function rewriteSettings(db: Database, statement: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });
}
