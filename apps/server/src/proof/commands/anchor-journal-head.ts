import { sql } from 'kysely';
import { readJournalHead } from '#ledger/journal/queries.ts';
import type { Database } from '#platform/database/database.ts';

const INTERVAL_SECONDS = 3_600;

/**
 * Queues the latest head of the ledger's journal for anchoring, once an hour (`intervalSeconds`) while it changes. Once
 * anchored, entries up to it cannot be rewritten undetected, even by the owner of the database. Returns whether it did.
 */
export async function anchorJournalHead(db: Database, intervalSeconds = INTERVAL_SECONDS): Promise<boolean> {
  const head = await readJournalHead(db);
  if (head.number === 0n) return false;
  const { numAffectedRows } = await sql`
    insert into anchor (kind, subject, root)
    select 'journal', ${head.number}::bigint, ${Buffer.from(head.hash, 'hex')}::bytea
    where not exists (
      select from anchor where kind = 'journal'
        and (subject >= ${head.number}::bigint or made_at > now() - ${intervalSeconds}::int * interval '1 second')
    ) on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
