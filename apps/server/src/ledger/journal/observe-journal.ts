import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/database.ts';
import { readJournalState } from '../queries/read-journal-state.ts';

/** The journal's figures for a monitor: entries, how long a transfer waits for its seal, and whether history is in doubt. Read when asked for. */
export function observeJournal(registry: Registry, db: Database): void {
  const unsealed = new Gauge({
    name: 'city_mint_journal_unsealed_seconds',
    help: 'How long the oldest transfer that no journal entry seals has waited.',
    registers: [registry],
  });
  const broken = new Gauge({
    name: 'city_mint_journal_broken',
    help: '1 when a look back found a sealed transfer changed.',
    registers: [registry],
  });
  new Gauge({
    name: 'city_mint_journal_entries',
    help: 'Entries of the ledger journal.',
    registers: [registry],
    async collect() {
      // Metrics are read also while the database is down: then these figures stay as they were.
      const state = await readJournalState(db).catch(() => undefined);
      if (state === undefined) return;
      this.set(Number(state.entries));
      unsealed.set(state.unsealedSeconds);
      broken.set(state.broken === null ? 0 : 1);
    },
  });
}
