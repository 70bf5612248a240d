import { ACCOUNT_KIND_NAMES, ACCOUNT_KINDS, type AccountKind } from '@city-mint/domain/ledger/account-kinds';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { TRANSFER_KIND_NAMES, TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import {
  type SourcesWanted,
  statementSince,
  statementUntil,
  type TransferSources,
} from '../statements/queries/period.ts';

/** One side of a transfer: the account, its owner (a user or a round, 0 = the system), and its balance afterwards. */
export type EntrySide = { readonly account: AccountKind; readonly owner: bigint; readonly after: bigint };

/** A transfer with both sides and its source row; base units. */
export type LedgerEntry = {
  readonly id: bigint;
  readonly at: Date;
  readonly kind: TransferKind;
  readonly currency: Currency;
  readonly amount: TokenAmount;
  readonly debit: EntrySide;
  readonly credit: EntrySide;
  readonly sourceId: bigint;
  readonly step: number;
};

type Row = {
  id: bigint;
  created_at: Date;
  kind: number;
  amount: bigint;
  debit_account: bigint;
  credit_account: bigint;
  debit_balance_after: bigint;
  credit_balance_after: bigint;
  source_id: bigint;
  step: number;
};

const COLUMNS = sql`t.id, t.created_at, t.kind, t.amount, t.debit_account, t.credit_account, t.debit_balance_after,
  t.credit_balance_after, t.source_id, t.step`;

function toEntry(row: Row): LedgerEntry {
  const kind = TRANSFER_KIND_NAMES.find((name) => TRANSFER_KINDS[name].code === row.kind);
  if (kind === undefined) throw new Error(`transfer ${row.id} has the unknown kind ${row.kind}`);
  return {
    id: row.id,
    at: row.created_at,
    kind,
    currency: ((row.debit_account >> 4n) & 15n) === BigInt(CURRENCIES.JU) ? 'JU' : 'FMC',
    amount: tokenAmount(row.amount),
    debit: sideOf(row.debit_account, row.debit_balance_after),
    credit: sideOf(row.credit_account, row.credit_balance_after),
    sourceId: row.source_id,
    step: row.step,
  };
}

/** The parts of an account id (docs/decisions/0001-account-ids.md). */
function sideOf(id: bigint, after: bigint): EntrySide {
  const account = ACCOUNT_KIND_NAMES.find((name) => BigInt(ACCOUNT_KINDS[name]) === (id & 15n));
  if (account === undefined) throw new Error(`account ${id} is of no known kind`);
  return { account, owner: id >> 8n, after };
}

/** Returns one transfer, or undefined where there is none with this id. */
export async function findEntry(db: Database, id: bigint): Promise<LedgerEntry | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ledger_transfer t where t.id = ${id}::bigint`.execute(db);
  return rows[0] && toEntry(rows[0]);
}

/** Returns the transfers of these kinds that were made for one row, in their order, at most `limit`. */
export async function listEntriesOfSource(
  db: Database,
  {
    kinds,
    sourceId,
    limit,
  }: { readonly kinds: readonly TransferKind[]; readonly sourceId: bigint; readonly limit: number },
): Promise<LedgerEntry[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from unnest(${kinds.map((kind) => TRANSFER_KINDS[kind].code)}::int[]) k (kind)
    cross join lateral (
      select * from ledger_transfer t where t.kind = k.kind and t.source_id = ${sourceId}::bigint
      order by t.step limit ${limit}::int offset 0
    ) t
    order by t.id limit ${limit}::int`.execute(db);
  return rows.map(toEntry);
}

/** Filters a user's transfers; times in UTC milliseconds. */
export type UserEntriesWanted = {
  readonly userId: bigint;
  readonly kinds: readonly TransferKind[];
  readonly currency?: Currency | undefined;
  readonly account?: 'available' | 'withdrawing' | undefined;
  /** Bounds of the time when the transaction began: `from` inclusive, `to` exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only transfers with a smaller id. */
  readonly before: bigint | null;
  readonly limit: number;
};

/**
 * Returns a user's transfers, newest first, looked up by their sources (docs/decisions/0020-statements-by-source.md).
 * `found.sources` lists the sources since `found.since`. Drops every transfer older than the first that began at
 * `complete` or later, because others may be missing among them.
 */
export async function listUserEntries(
  db: Database,
  wanted: UserEntriesWanted,
  found: {
    readonly sources: readonly TransferSources[];
    readonly since: SourcesWanted['since'];
    readonly complete: Date;
  },
): Promise<LedgerEntry[]> {
  const rows = await executePrepared(
    db,
    sql<Row>`
    with source as materialized (select distinct kind, source_id from (${sourcesOfPage(wanted, found.sources)}) s),
    ${movedSince(wanted, found.since)}
    ${pageOfMoved(wanted, found.complete)}`,
  );
  return rows.map(toEntry);
}

/** With more possible sources than this, a page is looked up span by span. */
const FEW_SOURCES = 200;

/**
 * Does the same in one statement for a user with few possible sources; `sources` must list all of them since `from`.
 * Returns null when there are more than `few`.
 */
export async function listEntriesOfFew(
  db: Database,
  wanted: UserEntriesWanted,
  { sources, few = FEW_SOURCES }: { readonly sources: readonly TransferSources[]; readonly few?: number },
): Promise<LedgerEntry[] | null> {
  const from = wanted.from ?? 0;
  const rows = await executePrepared(
    db,
    sql<{ are_many: boolean } & { [Column in keyof Row]: Row[Column] | null }>`
    with found as materialized (${sourcesOfPage(wanted, sources)} limit ${few + 1}::int),
    counted as materialized (select count(*) > ${few}::int as are_many from found),
    source as materialized (select distinct kind, source_id from found where not (select are_many from counted)),
    ${movedSince(wanted, statementSince(from))}
    select counted.are_many, ${COLUMNS} from counted left join (${pageOfMoved(wanted, new Date(from))}) t on true
    order by t.id desc`,
  );
  if (rows[0]?.are_many !== false) return null;
  return rows.filter((row): row is typeof row & Row => row.id !== null).map(toEntry);
}

/** A SELECT of the possible sources, limited to the kinds of the page. */
function sourcesOfPage({ kinds }: UserEntriesWanted, sources: readonly TransferSources[]): RawBuilder<unknown> {
  return sql`select s.kind, s.source_id from (${sql.join(sources, sql` union all `)}) s
    where s.kind = any (${kinds.map((kind) => TRANSFER_KINDS[kind].code)}::int[])`;
}

/**
 * The rest of a WITH list that defines `source`: `moved`, the user's transfers of these sources, written since a time.
 */
function movedSince(wanted: UserEntriesWanted, since: Date): RawBuilder<unknown> {
  return sql`own as materialized (select ${accountsOf(wanted)} as accounts), moved as materialized (
      select t.* from source c cross join lateral (
        -- OFFSET 0 keeps this a lookup by key, whatever the planner estimates of either table.
        select * from ledger_transfer t where t.kind = c.kind and t.source_id = c.source_id offset 0
      ) t, own
      where (t.debit_account = any (own.accounts) or t.credit_account = any (own.accounts))
        and t.created_at >= ${since}
    )`;
}

/**
 * A SELECT of the page from `moved`, without transfers older than the first that began at `complete`. The text always
 * includes every condition, so that one prepared statement serves all pages: `moved` has no index to lose.
 */
function pageOfMoved({ limit, before, from, to }: UserEntriesWanted, complete: Date): RawBuilder<unknown> {
  return sql`
    select ${COLUMNS} from moved t
    where t.id >= (select min(id) from moved where created_at >= ${complete})
      and t.id < coalesce(${before}::bigint, ${AFTER_ALL}::bigint)
      and t.created_at >= ${new Date(from ?? 0)}
      and t.created_at < coalesce(${to === undefined ? null : new Date(to)}, 'infinity'::timestamptz)
    order by t.id desc limit ${limit}::int`;
}

/** An id above those of all transfers. */
const AFTER_ALL = (1n << 63n) - 1n;

/** The user's accounts that a page covers, as an array. */
function accountsOf({ userId, currency, account }: UserEntriesWanted): RawBuilder<unknown> {
  const codes = (account === undefined ? (['available', 'withdrawing'] as const) : [account]).map(
    (kind) => ACCOUNT_KINDS[kind],
  );
  const currencies = (currency === undefined ? (['JU', 'FMC'] as const) : [currency]).map((name) => CURRENCIES[name]);
  return sql`array(select ledger_account_id(${userId}::bigint, currency, code)
    from unnest(${currencies}::int[]) currency cross join unnest(${codes}::int[]) code)`;
}

function pageConditions({ from, to, before }: UserEntriesWanted): RawBuilder<unknown>[] {
  return [
    ...(before === null ? [] : [sql`t.id < ${before}::bigint`]),
    ...(from === undefined ? [] : [sql`t.created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`t.created_at < ${new Date(to)}`]),
  ];
}

/**
 * Number of transfers that the first search reads, and the larger number of the second, which runs only where the first
 * found a proportional share of the page. The limit for one kind is lower, because those transfers can be looked up by
 * their sources.
 */
const SEARCHED_FIRST = 20_000n;
const SEARCHED_THEN = 200_000n;
const SEARCHED_OF_ONE_KIND = 60_000n;

/**
 * Returns a user's transfers, newest first. Scans the ledger by its key, backwards from the beginning of the page;
 * returns null where the user's transfers are too sparse for a scan. The cost depends on the number of transfers
 * between those of the page, not on how many the user has: at most 20,000, or 200,000 where the first 20,000 contain a
 * tenth of the page; for one kind 60,000, where they contain a third.
 */
export async function searchUserEntries(db: Database, wanted: UserEntriesWanted): Promise<LedgerEntry[] | null> {
  const range = await searchedRange(db, wanted);
  const search = async (number: bigint) => {
    const isAll = range.below - number <= range.from;
    const entries = await readRange(db, wanted, { ...range, ...(isAll ? {} : { from: range.below - number }) });
    return { entries, isWhole: isAll || entries.length >= wanted.limit };
  };
  const first = await search(SEARCHED_FIRST);
  if (first.isWhole) return first.entries;
  const farther = wanted.kinds.length === 1 ? SEARCHED_OF_ONE_KIND : SEARCHED_THEN;
  if (BigInt(first.entries.length) * farther < BigInt(wanted.limit) * SEARCHED_FIRST) return null;
  const all = await search(farther);
  return all.isWhole ? all.entries : null;
}

/** A range of transfer ids: `from` inclusive, `below` exclusive. */
type IdRange = { readonly from: bigint; readonly below: bigint };

/** A range of ids that contains all transfers of a page. */
async function searchedRange(db: Database, { before, from, to }: UserEntriesWanted): Promise<IdRange> {
  const below = to === undefined ? null : await firstIdSince(db, statementUntil(to));
  const { rows } = await sql<{ below: bigint }>`
    select least(coalesce(max(id), 0) + 1, ${before}::bigint, ${below}::bigint) as below from ledger_transfer`.execute(
    db,
  );
  return {
    from: from === undefined ? 1n : await firstIdSince(db, statementSince(from)),
    below: rows[0]?.below ?? 1n,
  };
}

/**
 * Returns an id: every transfer from it on was written at `time` or later, and every one below it at most an hour after
 * `time`. Ids ascend with the time of writing; the recorded time is when the transaction began, up to an hour earlier.
 * So a binary search finds the id.
 */
export async function firstIdSince(db: Database, time: Date): Promise<bigint> {
  const { rows } = await sql<{ low: bigint }>`
    with recursive search (low, high) as (
      select 1::bigint, (select coalesce(max(id), 0) + 1 from ledger_transfer)
      union all
      select case when found.is_since then s.low else m.middle + 1 end,
        case when found.is_since then m.middle else s.high end
      from search s cross join lateral (select (s.low + s.high) / 2 as middle) m
      cross join lateral (select coalesce((select t.created_at >= ${time} from ledger_transfer t
        where t.id >= m.middle order by t.id limit 1), true) as is_since) found
      where s.low < s.high
    )
    select low from search where low >= high`.execute(db);
  return rows[0]?.low ?? 1n;
}

async function readRange(db: Database, wanted: UserEntriesWanted, { from, below }: IdRange): Promise<LedgerEntry[]> {
  const conditions = [
    sql`t.kind = any (${wanted.kinds.map((kind) => TRANSFER_KINDS[kind].code)}::int[])`,
    ...pageConditions(wanted),
  ];
  const { rows } = await sql<Row>`
    with own as materialized (select ${accountsOf(wanted)} as accounts)
    select ${COLUMNS} from ledger_transfer t
    where t.id >= ${from}::bigint and t.id < ${below}::bigint
      and (t.debit_account = any ((select accounts from own)::bigint[])
        or t.credit_account = any ((select accounts from own)::bigint[]))
      and ${sql.join(conditions, sql` and `)}
    order by t.id desc limit ${wanted.limit}::int`.execute(db);
  return rows.map(toEntry);
}
