import type { SpansOrder } from '#platform/database/time-spans.ts';
import { createRecentValues } from '#platform/recent-values.ts';
import type { RoundSpanSum, RoundSpans } from './earned-spans.ts';

/** Spans that a process remembers, about 40 MB. */
const MOST_SPANS = 50_000;

type SumOfSpan = Omit<RoundSpanSum, 'span'>;

/** What reads sums, and until when they are final (UTC milliseconds). */
type Readers = {
  readonly read: (asked: SpansOrder) => Promise<RoundSpans>;
  readonly finalUntil: () => Promise<number>;
};

/**
 * Returns what reads sums by spans and remembers those that are final: pages ask for the days of a month four times a
 * minute, and of a wallet with very many orders each payment of an hour is looked up in which a day begins. From the
 * first span on that is not remembered all are read.
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
    // Before the sums, which have all that was final then. Of a span that has not ended it is not asked.
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
