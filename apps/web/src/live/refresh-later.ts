import type { QueryKey } from '@tanstack/react-query';

/** What an event made old is fetched again within this time, at random: it reached every other page at once too. */
const SPREAD_MS = 800;

type Refresher = {
  /** No query is fetched sooner than this after the event that made it old, in milliseconds. */
  readonly afterMs: number;
  readonly invalidate: (queryKey: QueryKey) => void;
};

/** Returns a function that invalidates queries a little later, each once for what several calls say of it. */
export function createRefresher({ afterMs, invalidate }: Refresher): (keys: readonly QueryKey[]) => void {
  let waiting: { readonly queryKey: QueryKey; readonly from: number }[] = [];
  const schedule = (ms: number) => setTimeout(run, ms + Math.random() * SPREAD_MS);
  function run(): void {
    const now = performance.now();
    const due = waiting.filter(({ from }) => from <= now);
    // What came while these waited would be answered as it was before.
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
