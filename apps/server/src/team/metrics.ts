import type { Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readWaitingRequests } from './queries/check-binding.ts';

/** Registers gauges of the users who wait to be bound to an inviter; read from the database at each scrape. */
export function observeInviterRequests(registry: Registry, db: Database): void {
  const figures = {
    city_mint_inviter_requests_waiting: { help: 'Signed requests to be bound to an inviter, not decided yet.' },
    city_mint_inviter_requests_oldest_seconds: { help: 'Age of the oldest of them.' },
  };
  observeFigures(registry, figures, async () => {
    const { waiting, oldestSeconds } = await readWaitingRequests(db);
    return {
      city_mint_inviter_requests_waiting: waiting,
      city_mint_inviter_requests_oldest_seconds: oldestSeconds,
    };
  });
}
