import type { sealedJournalEndpoints } from '@city-mint/api-contract/proof/sealed-journal-endpoints';
import { listJournalEntries } from '#ledger/journal/queries.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';

/** A day has up to 86,400 entries. */
const JOURNAL_PAGE = 500;

/** Returns the handler of the published journal, docs/proofs.md#the-journal. */
export function sealedJournalRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof sealedJournalEndpoints> {
  return {
    async 'GET /api/app/proof/journal'({ cursor }) {
      const page = await readPageById(
        { cursor, limit: JOURNAL_PAGE },
        { read: (range) => listJournalEntries(db, range), idOf: ({ number }) => number },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ number, content, hash }) => ({ number: number.toString(), content, hash }));
      return { data: { ...page, items } };
    },
  };
}
