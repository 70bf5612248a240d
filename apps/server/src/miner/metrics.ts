import type { Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readPendingGrants } from './queries/grants.ts';

/** Registers gauges of the grants that the exchange has not acknowledged; read from the database at each scrape. */
export function observeGrants(registry: Registry, db: Database): void {
  const figures = {
    city_mint_grants_waiting: { help: 'Grants of hash power that the exchange has not acknowledged.' },
    city_mint_grants_oldest_seconds: { help: 'Age of the oldest of them.' },
    city_mint_grants_alarms: { help: 'Grants that the exchange confirmed wrongly, to be reviewed by an operator.' },
  };
  observeFigures(registry, figures, async () => {
    const { waiting, alarms, oldestSeconds } = await readPendingGrants(db);
    return {
      city_mint_grants_waiting: waiting,
      city_mint_grants_oldest_seconds: oldestSeconds,
      city_mint_grants_alarms: alarms,
    };
  });
}
