import type { Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readDueRounds } from '../queries/read-due-rounds.ts';

/** What of the rounds is due, for a monitor. */
export function observeRounds(registry: Registry, db: Database): void {
  const figures = {
    city_mint_rounds_due: { help: 'Rounds and plans whose next step is due and not done.' },
    city_mint_rounds_late_seconds: { help: 'For how long the oldest of them is due.' },
    city_mint_rounds_open: { help: 'Rounds that take orders now.' },
  };
  observeFigures(registry, figures, async () => {
    const { due, lateSeconds, open } = await readDueRounds(db);
    return { city_mint_rounds_due: due, city_mint_rounds_late_seconds: lateSeconds, city_mint_rounds_open: open };
  });
}
