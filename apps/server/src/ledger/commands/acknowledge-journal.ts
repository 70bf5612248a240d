import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Takes note that a person has looked at this fault of the journal; for the operator's role. A fault that still stands is found again by the
 * next look back. False when no such fault is on record.
 */
export async function acknowledgeJournal(tx: Database, broken: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select ledger_journal_acknowledge(${broken}) as done`.execute(tx);
  return rows[0]?.done === true;
}
