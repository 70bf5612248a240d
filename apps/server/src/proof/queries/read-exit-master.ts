import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Returns the secret from which all exit keys are derived, 32 bytes; the worker and the auditor may read it. */
export async function readExitMaster(db: Database): Promise<Buffer> {
  const { rows } = await sql<{ secret: Buffer }>`select secret from exit_master`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the master of the exit keys is missing');
  return row.secret;
}
