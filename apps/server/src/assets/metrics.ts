import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readOldestDemandSeconds } from './queries/open-demands.ts';
import type { Reconciliation } from './queries/reserves.ts';
import { countPendingWithdrawals, type PendingWithdrawals } from './withdrawals/queries/withdrawals.ts';
import { readUncosignedSeconds } from './withdrawals/store/vouchers.ts';

/** Called with each comparison of the ledger with the vault. */
export type ObserveReserves = (reconciliation: Reconciliation) => void;

/** Registers gauges of the last comparison of the ledger with the vault; all but 0 are alarms. Returns their setter. */
export function createReserveMetrics(registry: Registry): ObserveReserves {
  const difference = new Gauge({
    name: 'city_mint_reserve_difference_base_units',
    help: 'Custody of the vault in the ledger, less its holdings on chain, in base units (to 15 digits).',
    labelNames: ['currency'] as const,
    registers: [registry],
  });
  const unbalancedGauge = new Gauge({
    name: 'city_mint_ledger_unbalanced_base_units',
    help: 'Sum of all balances of the ledger; has to be 0.',
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

/** Registers a gauge of the demands on the chain; only workers may read them. */
export function observeDemands(registry: Registry, db: Database): void {
  const name = 'city_mint_demands_oldest_seconds';
  const figures = { [name]: { help: 'Age of the oldest demand on the chain that is not paid in full.' } };
  observeFigures(registry, figures, async () => ({ [name]: await readOldestDemandSeconds(db) }));
}

/** Registers gauges of the withdrawals that are neither paid nor returned. */
export function observeWithdrawals(registry: Registry, db: Database): void {
  const figures = {
    city_mint_withdrawals_pending: { help: 'Pending withdrawals, by state.', label: 'state' },
    city_mint_withdrawals_oldest_seconds: { help: 'Age of the oldest of them.', label: 'state' },
    city_mint_vouchers_uncosigned_seconds: { help: 'Age of the oldest valid voucher that the auditor did not sign.' },
  };
  observeFigures(registry, figures, async () => {
    const [pending, uncosigned] = [await countPendingWithdrawals(db), await readUncosignedSeconds(db)];
    const byState = (figureOf: (ofState: PendingWithdrawals) => number) =>
      Object.fromEntries(pending.map((ofState) => [ofState.state, figureOf(ofState)]));
    return {
      city_mint_withdrawals_pending: byState(({ count }) => count),
      city_mint_withdrawals_oldest_seconds: byState(({ oldestSeconds }) => oldestSeconds),
      city_mint_vouchers_uncosigned_seconds: uncosigned,
    };
  });
}
