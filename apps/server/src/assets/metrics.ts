import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import type { Reconciliation } from './queries/reserves.ts';
import { countPendingWithdrawals, type PendingWithdrawals } from './withdrawals/queries/withdrawals.ts';

/** Called with each comparison of the ledger with the vault. */
export type ObserveReserves = (reconciliation: Reconciliation) => void;

/**
 * Registers gauges of the last comparison of the ledger with the vault, and returns what sets them; all but 0 is an
 * alarm.
 */
export function createReserveMetrics(registry: Registry): ObserveReserves {
  const difference = new Gauge({
    name: 'city_mint_reserve_difference_base_units',
    help: 'What the ledger says that the vault holds, less what it does hold, in base units (to 15 digits).',
    labelNames: ['currency'] as const,
    registers: [registry],
  });
  const unbalancedGauge = new Gauge({
    name: 'city_mint_ledger_unbalanced_base_units',
    help: 'How far the balances of the ledger are from summing to 0.',
    labelNames: ['currency'] as const,
    registers: [registry],
  });
  const comparedAt = new Gauge({
    name: 'city_mint_reserves_compared_at_seconds',
    help: 'When the ledger was last compared with the vault.',
    registers: [registry],
  });
  return ({ currencies }) => {
    for (const { currency, ledger, vault, unbalanced } of currencies) {
      difference.set({ currency }, Number(ledger - vault));
      unbalancedGauge.set({ currency }, Number(unbalanced));
    }
    comparedAt.setToCurrentTime();
  };
}

/** Registers gauges of the withdrawals that are neither paid nor returned. */
export function observeWithdrawals(registry: Registry, db: Database): void {
  const figures = {
    city_mint_withdrawals_pending: { help: 'Withdrawals that are not over, by state.', label: 'state' },
    city_mint_withdrawals_oldest_seconds: { help: 'Seconds since the oldest of them was requested.', label: 'state' },
  };
  observeFigures(registry, figures, async () => {
    const pending = await countPendingWithdrawals(db);
    const byState = (figureOf: (ofState: PendingWithdrawals) => number) =>
      Object.fromEntries(pending.map((ofState) => [ofState.state, figureOf(ofState)]));
    return {
      city_mint_withdrawals_pending: byState(({ count }) => count),
      city_mint_withdrawals_oldest_seconds: byState(({ oldestSeconds }) => oldestSeconds),
    };
  });
}
