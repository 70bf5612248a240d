import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { statementFinalUntil } from '#ledger/statements/queries/period.ts';
import type { AccountTotals, KindTotal } from '#ledger/statements/queries/totals.ts';
import { createRecentValues } from '#platform/recent-values.ts';
import type { PeriodsAsked, StatementOrder } from './queries/read-statement.ts';

/** Maximum number of cached periods, about 20 MB. */
const MOST_PERIODS = 10_000;
/** The cached part of a period ends at multiples of this, so that it stays useful for a while. */
const STEP_MS = 600_000;

type Totals = readonly AccountTotals[];

/**
 * Returns a reader of statements (at `now`, UTC milliseconds) that caches the final part of each period: for a wallet
 * with very many orders, a reading looks up each transfer. `read` reads the rest, whose opening balances must equal the
 * closing balances of the cached part; otherwise the whole period is read.
 */
export function createStatementMemory(
  read: (asked: PeriodsAsked) => Promise<readonly Totals[]>,
  { most = MOST_PERIODS } = {},
): (order: StatementOrder & { readonly now: number }) => Promise<Totals> {
  const remembered = createRecentValues<Totals>(most);

  return async ({ userId, from, to, now }) => {
    const final = statementFinalUntil(now);
    const middle = Math.min(to, final - (final % STEP_MS));
    const key = `${userId} ${from} ${middle}`;
    const first = middle > from ? remembered.find(key) : undefined;
    if (first !== undefined) {
      if (middle === to) return first;
      const [rest = []] = await read({ userId, bounds: [middle, to] });
      if (leadsTo(first, rest)) return joined(first, rest);
    }
    if (middle <= from) return (await read({ userId, bounds: [from, to] }))[0] ?? [];
    const [begun = [], rest] = await read({ userId, bounds: middle === to ? [from, to] : [from, middle, to] });
    remembered.remember(key, begun);
    return rest === undefined ? begun : joined(begun, rest);
  };
}

/** Whether each account opens a period with the closing balance of the previous one. */
function leadsTo(first: Totals, rest: Totals): boolean {
  return first.every(({ closing }, n) => rest[n]?.opening === closing);
}

/** The same accounts, in the same order, over two consecutive periods. */
function joined(first: Totals, rest: Totals): Totals {
  return first.map((account, n) => {
    const { closing, kinds } = rest[n] ?? account;
    return { ...account, closing, kinds: sumsByKind([...account.kinds, ...kinds]) };
  });
}

/** In the order of the kinds' codes, in which they are read. */
function sumsByKind(kinds: readonly KindTotal[]): KindTotal[] {
  const sumOf = (one: KindTotal, other: KindTotal): KindTotal => ({
    kind: one.kind,
    in: one.in + other.in,
    out: one.out + other.out,
    count: one.count + other.count,
  });
  return [...Map.groupBy(kinds, ({ kind }) => kind).values()]
    .map((all) => all.reduce(sumOf))
    .sort((one, other) => TRANSFER_KINDS[one.kind].code - TRANSFER_KINDS[other.kind].code);
}
