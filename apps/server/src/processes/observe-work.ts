import type { Registry } from 'prom-client';
import { observeWithdrawals } from '#assets/metrics.ts';
import { observeGrants } from '#miner/metrics/observe-grants.ts';
import type { Database } from '#platform/database/database.ts';
import { observeRounds } from '#rounds/metrics.ts';

/** What waits to be done, from the rows: shown by the workers, which do it, and by the api, which is there when no worker is. */
export function observeWork(registry: Registry, db: Database): void {
  observeRounds(registry, db);
  observeWithdrawals(registry, db);
  observeGrants(registry, db);
}
