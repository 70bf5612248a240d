import type { Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readJournalState } from './journal/queries.ts';

/**
 * Registers the journal's metrics: entries, the age of the oldest unsealed transfer, and whether an audit found an
 * error.
 */
export function observeJournal(registry: Registry, db: Database): void {
  const figures = {
    city_mint_journal_entries: { help: 'Entries of the ledger journal.' },
    city_mint_journal_unsealed_seconds: {
      help: 'How long the oldest transfer that no journal entry seals has waited.',
    },
    city_mint_journal_integrity_error: { help: '1 when an audit found a sealed transfer changed.' },
  };
  observeFigures(registry, figures, async () => {
    const { entries, unsealedSeconds, integrityError } = await readJournalState(db);
    return {
      city_mint_journal_entries: Number(entries),
      city_mint_journal_unsealed_seconds: unsealedSeconds,
      city_mint_journal_integrity_error: integrityError === null ? 0 : 1,
    };
  });
}
