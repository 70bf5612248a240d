import type { Database } from '#platform/database/database.ts';

/** What a look back at the journal found to be changed, until a person has looked; null = nothing. */
export async function findJournalFault(db: Database): Promise<string | null> {
  const { integrity_error } = await db
    .selectFrom('ledger_journal_head')
    .select('integrity_error')
    .executeTakeFirstOrThrow();
  return integrity_error;
}
