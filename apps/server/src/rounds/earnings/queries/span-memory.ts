import type { SpansOrder } from '#platform/database/time-spans.ts';
import { createRecentValues } from '#platform/recent-values.ts';
import type { RoundSpanSum, RoundSpans } from './earned-spans.ts';

/** Maximum number of cached spans, about 40 MB. */
const MOST_SPANS = 50_000;

type SumOfSpan = Omit<RoundSpanSum, 'span'>;

/** Reads sums, and until when they are final (UTC milliseconds). */
type Readers = {
  readonly read: (asked: SpansOrder) => Promise<RoundSpans>;
  readonly finalUntil: () => Promise<number>;
};

/**
 * Returns a reader of sums by span that caches the final ones. Pages request the days of a month four times a minute,
 * and for a wallet with very many orders each payment of an hour in which a day begins is looked up. Reads all spans
 * from the first uncached one on.
 */
export function createSpanMemory(
  { read, finalUntil }: Readers,
  { most = MOST_SPANS } = {},
): (asked: SpansOrder) => Promise<RoundSpans> {
  const remembered = createRecentValues<readonly SumOfSpan[]>(most);

  return async ({ userId, bounds }) => {
    const keyOf = (span: number) => `${userId} ${bounds[span]} ${bounds[span + 1]}`;
    const number = bounds.length - 1;
    const sums: RoundSpanSum[] = [];
    let known = 0;
    for (; known < number; known += 1) {
      const found = remembered.find(keyOf(known));
      if (found === undefined) break;
      for (const sum of found) sums.push({ ...sum, span: known });
    }
    if (known === number) return { sums, toCache: 0 };
    // Read before the sums, which then include everything that was final. Not needed for a span that has not ended.
    const final = (bounds[known + 1] ?? 0) < Date.now() ? await finalUntil() : 0;
    const rest = await read({ userId, bounds: bounds.slice(known) });
    const ofSpans = Map.groupBy(rest.sums, ({ span }) => span + known);
    for (let span = known; span < number; span += 1) {
      const found = (ofSpans.get(span) ?? []).map((sum) => ({ ...sum, span }));
      sums.push(...found);
      if ((bounds[span + 1] ?? 0) <= final) remembered.remember(keyOf(span), found);
    }
    return { sums, toCache: rest.toCache };
  };
}
