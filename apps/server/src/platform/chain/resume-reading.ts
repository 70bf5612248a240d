import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/**
 * Lets the reading of a source go on that was halted for this reason; where a block was changed, from that block's new hash (else null). For
 * the operator's role. False when it is not halted, or for another reason.
 */
export async function resumeReading(
  tx: Database,
  {
    source,
    because,
    blockHash,
  }: { readonly source: string; readonly because: string; readonly blockHash: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select chain_cursor_resume(${source}, ${because}, ${blockHash}) as done`.execute(tx);
  return rows[0]?.done === true;
}
