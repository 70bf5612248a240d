import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Keeps what a look back at the journal found; null = all as sealed. The first fault stays. True when it is the first. */
export async function recordAudit(db: Database, broken: string | null): Promise<boolean> {
  const { rows } = await sql<{ is_news: boolean }>`
    update ledger_journal_head h set checked_at = now(), broken = coalesce(h.broken, ${broken}::text)
    from (select broken from ledger_journal_head for update) before
    returning before.broken is null and h.broken is not null as is_news`.execute(db);
  return rows[0]?.is_news === true;
}
