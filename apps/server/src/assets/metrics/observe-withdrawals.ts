import type { Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { type PendingWithdrawals, readPendingWithdrawals } from '../queries/read-pending-withdrawals.ts';

/** Withdrawals under way, for a monitor. */
export function observeWithdrawals(registry: Registry, db: Database): void {
  const figures = {
    city_mint_withdrawals_pending: { help: 'Withdrawals that are not over, by state.', label: 'state' },
    city_mint_withdrawals_oldest_seconds: { help: 'Seconds since the oldest of them was asked for.', label: 'state' },
  };
  observeFigures(registry, figures, async () => {
    const rows = await readPendingWithdrawals(db);
    const each = (figure: (row: PendingWithdrawals) => number) =>
      Object.fromEntries(rows.map((row) => [row.state, figure(row)]));
    return {
      city_mint_withdrawals_pending: each((row) => row.count),
      city_mint_withdrawals_oldest_seconds: each((row) => row.oldestSeconds),
    };
  });
}
