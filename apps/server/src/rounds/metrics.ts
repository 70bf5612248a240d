import { Counter, Histogram, type Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readWaitingAutoMintRequests } from './auto-mint/requests.ts';
import type { ObserveJoins } from './join/join-request.ts';
import { readDueRounds } from './lifecycle/queries.ts';
import { createUnreadableCounter } from './offers/queries/unreadable.ts';

/** Registers gauges of the rounds that are due. */
export function observeRounds(registry: Registry, db: Database): void {
  const figures = {
    city_mint_rounds_due: { help: 'Rounds and plans with a due step.' },
    city_mint_rounds_late_seconds: { help: 'How long the oldest of them has been due.' },
    city_mint_rounds_open: { help: 'Rounds that are open for orders.' },
    city_mint_rounds_unreadable: { help: 'Rounds and plans whose stored terms this release cannot read.' },
  };
  const countUnreadable = createUnreadableCounter(db);
  observeFigures(registry, figures, async () => {
    const [{ due, lateSeconds, open }, unreadable] = await Promise.all([readDueRounds(db), countUnreadable()]);
    return {
      city_mint_rounds_due: due,
      city_mint_rounds_late_seconds: lateSeconds,
      city_mint_rounds_open: open,
      city_mint_rounds_unreadable: unreadable,
    };
  });
}

/** Registers gauges of the users who wait for their signed auto-mint; read from the database at each scrape. */
export function observeAutoMintRequests(registry: Registry, db: Database): void {
  const figures = {
    city_mint_auto_mint_requests_waiting: { help: 'Signed requests to set auto-mint, not decided yet.' },
    city_mint_auto_mint_requests_oldest_seconds: { help: 'Age of the oldest of them.' },
  };
  observeFigures(registry, figures, async () => {
    const { waiting, oldestSeconds } = await readWaitingAutoMintRequests(db);
    return {
      city_mint_auto_mint_requests_waiting: waiting,
      city_mint_auto_mint_requests_oldest_seconds: oldestSeconds,
    };
  });
}

/**
 * Registers counters of joins by outcome and of orders per transaction; returns a function that updates them once per
 * batch, so that the cost per join is negligible.
 */
export function createJoinMetrics(registry: Registry): ObserveJoins {
  const joins = new Counter({
    name: 'city_mint_joins_total',
    help: 'Joins that were answered: accepted, or the code of their refusal.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const batches = new Histogram({
    name: 'city_mint_join_batch_orders',
    help: 'Joins that were answered by one transaction.',
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_000],
    registers: [registry],
  });
  return (answers) => {
    batches.observe(answers.length);
    const counts = new Map<string, number>();
    for (const answer of answers) {
      const outcome = 'refusal' in answer ? answer.refusal : 'accepted';
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    for (const [outcome, count] of counts) joins.inc({ outcome }, count);
  };
}
