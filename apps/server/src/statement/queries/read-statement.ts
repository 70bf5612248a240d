import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { sql } from 'kysely';
import { assetSources } from '#assets/queries/transfer-sources.ts';
import { type BalanceAt, readBalancesAt } from '#ledger/statements/queries/balances-at.ts';
import {
  type SourcesWanted,
  type StatementPeriod,
  type StatementPeriods,
  statementFinalUntil,
  statementSince,
  type TransferSources,
} from '#ledger/statements/queries/period.ts';
import { type AccountTotals, readStatementTotals } from '#ledger/statements/queries/totals.ts';
import {
  listStatementTransfers,
  readTransferTime,
  type StatementTransfer,
} from '#ledger/statements/queries/transfers.ts';
import { miningSources } from '#miner/queries/mined-days.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { poolSources } from '#rewards/queries/pools.ts';
import { areSourcesOfRounds, roundSources } from '#rounds/orders/queries/round-sources.ts';

/** A user's statement, from `from` (inclusive) to `to` (exclusive; UTC milliseconds). */
export type StatementOrder = { readonly userId: bigint; readonly from: number; readonly to: number };

/** The capability that knows the sources of each kind of transfer; a missing kind does not compile. */
const SOURCES_OF_KINDS: Readonly<Record<StatementKind, (wanted: SourcesWanted) => TransferSources>> = {
  deposit: assetSources,
  'withdrawal-request': assetSources,
  'withdrawal-done': assetSources,
  'withdrawal-returned': assetSources,
  'unknown-payment': assetSources,
  'operator-payout': assetSources,
  join: roundSources,
  'principal-return': roundSources,
  'mint-fee': roundSources,
  reward: roundSources,
  loss: roundSources,
  compensation: roundSources,
  mint: roundSources,
  distribute: roundSources,
  split: roundSources,
  'hash-rate-output': miningSources,
  'node-output': poolSources,
  'level-output': poolSources,
};
const ALL_SOURCES = [...new Set(Object.values(SOURCES_OF_KINDS))];

/** Returns the function that finds the sources of these kinds of transfers. */
export function sourcesOf(
  kinds: readonly StatementKind[],
): (wanted: Omit<SourcesWanted, 'kinds'>) => TransferSources[] {
  const finders = [...new Set(kinds.map((name) => SOURCES_OF_KINDS[name]))];
  return (wanted) => finders.map((sources) => sources({ ...wanted, kinds }));
}

/** Returns whether rounds make transfers of any of these kinds. */
export function areOfRounds(kinds: readonly StatementKind[]): boolean {
  return kinds.some((kind) => SOURCES_OF_KINDS[kind] === roundSources);
}

/** The user and the consecutive periods of statements, by their bounds (UTC milliseconds, ascending). */
export type PeriodsAsked = Pick<StatementPeriods, 'userId' | 'bounds'>;

/** Returns all accounts of a user over each period, read from one snapshot; see `readStatementTotals`. */
export async function readStatements(db: Database, asked: PeriodsAsked): Promise<AccountTotals[][]> {
  return statementAtOneMoment(db, async (tx) => {
    const { sources } = await periodOf(tx, wholeOf(asked));
    return readStatementTotals(tx, { ...asked, sources });
  });
}

function wholeOf({ userId, bounds }: PeriodsAsked): StatementOrder {
  return { userId, from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 };
}

/**
 * A user's balances at each bound, and until when they are final (UTC milliseconds): none before it can still change.
 */
export type BalancesRead = { readonly points: readonly BalanceAt[]; readonly finalUntil: number };

/** Returns a user's balances at each bound (UTC milliseconds, ascending); see `readBalancesAt`. */
export async function readBalances(db: Database, asked: PeriodsAsked): Promise<BalancesRead> {
  return statementAtOneMoment(db, async (tx) => {
    const finalUntil = statementFinalUntil(await databaseTime(tx));
    const { sources } = await periodOf(tx, wholeOf(asked));
    return { points: await readBalancesAt(tx, { ...asked, sources }), finalUntil };
  });
}

export type StatementPage = {
  readonly transfers: readonly StatementTransfer[];
  /** The last transfer of the page if there are more, or null. */
  readonly next: bigint | null;
  /** The accounts over the whole period, from the same snapshot; only read for the first and the last page. */
  readonly totals: readonly AccountTotals[];
};

/** Returns a page of a user's transfers in a period: `limit` of them after one (0 = from the first). */
export async function readStatementPage(
  db: Database,
  { afterId, limit, ...order }: StatementOrder & { readonly afterId: bigint; readonly limit: number },
): Promise<StatementPage> {
  return statementAtOneMoment(db, async (tx) => {
    // The query can skip sources that were final before the page begins.
    const begins = afterId === 0n ? undefined : await readTransferTime(tx, afterId);
    const page = { from: Math.max(order.from, begins?.getTime() ?? order.from), isNamed: true };
    const period = await periodOf(tx, order, page);
    const { transfers, next } = await listStatementTransfers(tx, { period, afterId, limit });
    const isAtAnEnd = afterId === 0n || next === null;
    return { transfers, next, totals: isAtAnEnd ? await readWholePeriod(tx, order) : [] };
  });
}

async function readWholePeriod(tx: Database, order: StatementOrder): Promise<AccountTotals[]> {
  const { userId, sources, from, to } = await periodOf(tx, order);
  const [totals = []] = await readStatementTotals(tx, { userId, sources, bounds: [from, to] });
  return totals;
}

/** Returns the period of a statement, with the sources of its transfers since `from`. */
async function periodOf(
  tx: Database,
  order: StatementOrder,
  { from, isNamed }: { readonly from: number; readonly isNamed: boolean } = { from: order.from, isNamed: false },
): Promise<StatementPeriod> {
  const sought = { userId: order.userId, since: statementSince(from) };
  const wanted = { ...sought, isNamed, byRounds: await areSourcesOfRounds(tx, sought) };
  const sources: TransferSources[] = ALL_SOURCES.map((sourcesOf) => sourcesOf(wanted));
  return { ...order, sources };
}

/**
 * Returns the result of `work`, read from one snapshot. A million transfers of one user take a million lookups, so the
 * transaction has a longer timeout than other calls and sorts in memory. With `onePlan` each statement is planned once
 * for all users, whatever its expected cost.
 */
export function atOneMoment<Result>(
  db: Database,
  work: (tx: Database) => Promise<Result>,
  { onePlan = false }: { readonly onePlan?: boolean } = {},
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', '10s', true), set_config('work_mem', '64MB', true),
        set_config('jit', 'off', true),
        set_config('plan_cache_mode', ${onePlan ? 'force_generic_plan' : 'auto'}, true)`.execute(tx);
      return work(tx);
    });
}

/** Reads a statement. It only looks up keys, and planning it would take longer than reading most users' rows. */
function statementAtOneMoment<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return atOneMoment(db, work, { onePlan: true });
}
