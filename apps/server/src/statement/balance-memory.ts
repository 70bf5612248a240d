import type { BalanceAt, BalancesOrder } from '#ledger/statements/queries/balances-at.ts';
import type { BalancesRead } from './queries/read-statement.ts';

/** Balances that a process remembers, about 20 MB; above it those that were asked for longest ago are forgotten. */
const MOST_BALANCES = 100_000;

type Asked = Pick<BalancesOrder, 'userId' | 'bounds'>;

/**
 * Returns what reads balances at times and remembers those that are final: for a wallet with very many orders, each
 * transfer since the first of the times is looked up. `read` reads the others.
 */
export function createBalanceMemory(
  read: (asked: Asked) => Promise<BalancesRead>,
  { most = MOST_BALANCES } = {},
): (asked: Asked) => Promise<BalanceAt[]> {
  const remembered = new Map<string, BalanceAt>();
  const remember = (key: string, point: BalanceAt) => {
    remembered.delete(key);
    remembered.set(key, point);
    const [oldest] = remembered.keys();
    if (remembered.size > most && oldest !== undefined) remembered.delete(oldest);
  };

  return async ({ userId, bounds }) => {
    const keyOf = (at: number) => `${userId} ${at}`;
    const found = new Map<number, BalanceAt>();
    for (const at of bounds) {
      const point = remembered.get(keyOf(at));
      if (point === undefined) continue;
      found.set(at, point);
      remember(keyOf(at), point);
    }
    const unknown = bounds.filter((at) => !found.has(at));
    if (unknown.length > 0) {
      const { points, finalUntil } = await read({ userId, bounds: unknown });
      for (const point of points) {
        found.set(point.at, point);
        if (point.at < finalUntil) remember(keyOf(point.at), point);
      }
    }
    return bounds.flatMap((at) => found.get(at) ?? []);
  };
}
