import { sql } from 'kysely';
import { readJournalHead } from '#ledger/queries/read-journal-head.ts';
import type { Database } from '#platform/database/database.ts';

const EVERY_SECONDS = 3_600;

/**
 * Puts the newest head of the ledger's journal among the roots to be anchored, once an hour (`everySeconds`) while it moves. From then on
 * nobody rewrites what stands before it unseen, whoever owns the database. True when it did.
 */
export async function anchorJournalHead(db: Database, everySeconds = EVERY_SECONDS): Promise<boolean> {
  const head = await readJournalHead(db);
  if (head.number === 0n) return false;
  const { numAffectedRows } = await sql`
    insert into anchor (kind, subject, root)
    select 'journal', ${head.number}::bigint, ${Buffer.from(head.hash, 'hex')}::bytea
    where not exists (
      select from anchor where kind = 'journal' and (subject >= ${head.number}::bigint or made_at > now() - ${everySeconds}::int * interval '1 second')
    ) on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
