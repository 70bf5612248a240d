import type { Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readJournalState } from '../queries/read-journal-state.ts';

/** The journal's figures for a monitor: entries, how long a transfer waits for its seal, and whether history is in doubt. */
export function observeJournal(registry: Registry, db: Database): void {
  const figures = {
    city_mint_journal_entries: { help: 'Entries of the ledger journal.' },
    city_mint_journal_unsealed_seconds: {
      help: 'How long the oldest transfer that no journal entry seals has waited.',
    },
    city_mint_journal_broken: { help: '1 when a look back found a sealed transfer changed.' },
  };
  observeFigures(registry, figures, async () => {
    const { entries, unsealedSeconds, integrityError } = await readJournalState(db);
    return {
      city_mint_journal_entries: Number(entries),
      city_mint_journal_unsealed_seconds: unsealedSeconds,
      city_mint_journal_broken: integrityError === null ? 0 : 1,
    };
  });
}
