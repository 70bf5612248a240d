import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Keeps what a look back at the journal found; null = all as sealed. The first fault stays. True when it is the first. */
export async function recordAudit(db: Database, integrityError: string | null): Promise<boolean> {
  const { rows } = await sql<{ is_news: boolean }>`
    update ledger_journal_head h set checked_at = now(), 
      integrity_error = coalesce(h.integrity_error, ${integrityError}::text)
    from (select integrity_error from ledger_journal_head for update) before
    returning before.integrity_error is null and h.integrity_error is not null as is_news`.execute(db);
  return rows[0]?.is_news === true;
}
