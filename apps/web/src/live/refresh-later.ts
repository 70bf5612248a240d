import type { QueryKey } from '@tanstack/react-query';

/**
 * Stale data are fetched at a random time within this period, because the same event reaches all pages simultaneously.
 */
const SPREAD_MS = 800;

type Refresher = {
  /** Minimum delay in milliseconds between an event and the fetch of the queries that it made stale. */
  readonly afterMs: number;
  readonly invalidate: (queryKey: QueryKey) => void;
};

/** Returns a function that invalidates queries after a delay; several calls that name a query invalidate it once. */
export function createRefresher({ afterMs, invalidate }: Refresher): (keys: readonly QueryKey[]) => void {
  let waiting: { readonly queryKey: QueryKey; readonly from: number }[] = [];
  const schedule = (ms: number) => setTimeout(run, ms + Math.random() * SPREAD_MS);
  function run(): void {
    const now = performance.now();
    const due = waiting.filter(({ from }) => from <= now);
    // Keys added while these waited are not due: a reply now could be from before their events.
    waiting = waiting.filter(({ from }) => from > now);
    for (const queryKey of new Map(due.map((one) => [JSON.stringify(one.queryKey), one.queryKey])).values()) {
      invalidate(queryKey);
    }
    const [next] = waiting;
    if (next !== undefined) schedule(next.from - now);
  }
  return (keys) => {
    if (keys.length === 0) return;
    if (waiting.length === 0) schedule(afterMs);
    const from = performance.now() + afterMs;
    waiting = [...waiting, ...keys.map((queryKey) => ({ queryKey, from }))];
  };
}
