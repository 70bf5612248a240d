import type { BalanceAt } from '#ledger/statements/queries/balances-at.ts';
import { createRecentValues } from '#platform/recent-values.ts';
import type { BalancesRead, PeriodsAsked } from './queries/read-statement.ts';

/** Maximum number of cached balances, about 20 MB; above it the least recently used are evicted. */
const MOST_BALANCES = 100_000;

/**
 * Returns a reader of balances at times that caches the final ones: for a wallet with very many orders, a reading looks
 * up each transfer since the first time. `read` reads the uncached ones.
 */
export function createBalanceMemory(
  read: (asked: PeriodsAsked) => Promise<BalancesRead>,
  { most = MOST_BALANCES } = {},
): (asked: PeriodsAsked) => Promise<BalanceAt[]> {
  const remembered = createRecentValues<BalanceAt>(most);

  return async ({ userId, bounds }) => {
    const keyOf = (at: number) => `${userId} ${at}`;
    const found = new Map<number, BalanceAt>();
    for (const at of bounds) {
      const point = remembered.find(keyOf(at));
      if (point !== undefined) found.set(at, point);
    }
    const unknown = bounds.filter((at) => !found.has(at));
    if (unknown.length > 0) {
      const { points, finalUntil } = await read({ userId, bounds: unknown });
      for (const point of points) {
        found.set(point.at, point);
        if (point.at < finalUntil) remembered.remember(keyOf(point.at), point);
      }
    }
    return bounds.flatMap((at) => found.get(at) ?? []);
  };
}
