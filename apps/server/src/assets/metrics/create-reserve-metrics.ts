import { Gauge, type Registry } from 'prom-client';
import type { Reconciliation } from '../queries/reconcile.ts';

/** Told of each comparison of the ledger with the vault. */
export type ObserveReserves = (found: Reconciliation) => void;

/** What the last comparison of the ledger with the vault came to; anything but 0 is an alarm. */
export function createReserveMetrics(registry: Registry): ObserveReserves {
  const difference = new Gauge({
    name: 'city_mint_reserve_difference_base_units',
    help: 'What the ledger says that the vault holds, less what it does hold, in base units (to 15 digits).',
    labelNames: ['currency'] as const,
    registers: [registry],
  });
  const unbalanced = new Gauge({
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
    for (const { currency, ledger, vault, unbalanced: sum } of currencies) {
      difference.set({ currency }, Number(ledger - vault));
      unbalanced.set({ currency }, Number(sum));
    }
    comparedAt.setToCurrentTime();
  };
}
