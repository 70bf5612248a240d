import type { Database } from '#platform/database/database.ts';
import type { AnchoredHead } from './verify-journal.ts';

/** The newest entry's number (0 = there is none) and its hash in hex. */
export async function readJournalHead(db: Database): Promise<AnchoredHead> {
  const head = await db.selectFrom('ledger_journal_head').select(['number', 'hash']).executeTakeFirstOrThrow();
  return { number: head.number, hash: head.hash.toString('hex') };
}
