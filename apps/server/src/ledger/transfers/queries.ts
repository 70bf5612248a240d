import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';

/** The idempotency key of a transfer: its kind, its source row, and its number among the source's transfers. */
export type TransferKey = { readonly kind: TransferKind; readonly sourceId: bigint; readonly step: number };

/** Returns the id of the transfer of each key, in the order of the keys; null where there is none. */
export async function findTransferIds(db: Database, keys: readonly TransferKey[]): Promise<(bigint | null)[]> {
  if (keys.length === 0) return [];
  const rows = await executePrepared(
    db,
    sql<{ id: bigint | null }>`
    select t.id from unnest(
      ${keys.map(({ kind }) => TRANSFER_KINDS[kind].code)}::int[], ${keys.map(({ sourceId }) => sourceId)}::bigint[],
      ${keys.map(({ step }) => step)}::int[]
    ) with ordinality as k (kind, source_id, step, n)
    left join lateral (
      select id from ledger_transfer t
      where t.kind = k.kind and t.source_id = k.source_id and t.step = k.step offset 0
    ) t on true
    order by k.n`,
  );
  return rows.map(({ id }) => id);
}

/** The transfers after one id up to and including another. */
export type TransferRange = { readonly after: bigint; readonly upTo: bigint };

/** A SELECT of the transfers of a range. */
export const transfersBetween = ({ after, upTo }: TransferRange) => sql`
  select id, kind, source_id, step, debit_account, credit_account, amount from ledger_transfer
  where id > ${after} and id <= ${upTo}`;

/** A SELECT of how much the transfers of a range changed each account, as rows (account, change). */
export const accountChanges = (range: TransferRange) => sql`
  select account, sum(change) as change from (
    select debit_account as account, -amount as change from (${transfersBetween(range)}) d
    union all
    select credit_account, amount from (${transfersBetween(range)}) c
  ) m group by account`;

/**
 * A SELECT of the only transfer of a kind and a source, given as a column, for a lateral join: no row where it has a
 * larger id. Reads it by its key for each source, however many transfers there are.
 */
export const transferUpTo = (lastId: bigint, kind: TransferKind, source: string) => sql`
  select debit_account, credit_account, amount from ledger_transfer
  where kind = ${sql.lit(TRANSFER_KINDS[kind].code)} and source_id = ${sql.ref(source)} and step = 0 and id <= ${lastId}
  offset 0`;

export type LedgerCheckName =
  | 'accounts-exist'
  | 'transfers-allowed'
  | 'keys-unique'
  | 'balances-are-sums'
  | 'balances-follow'
  | 'currencies-sum-to-zero'
  | 'sources-exist';

/** One check: the number of rows that violate it, and the first of them (ids of transfers or accounts). */
export type LedgerCheck = {
  readonly check: LedgerCheckName;
  readonly violations: number;
  readonly first: readonly bigint[];
};

export type LedgerVerdict = { readonly transfers: number; readonly checks: readonly LedgerCheck[] };

/**
 * Checks the whole ledger in one snapshot, for the guarantees of foreign keys and more: every transfer's accounts and
 * source exist, its kind allows it and its key is unique; every balance is the sum of its account's transfers and
 * follows from one transfer to the next; each currency sums to zero. Returns the result of each check.
 * docs/money-rules.md#9-ledger
 */
export async function verifyLedger(db: Database): Promise<LedgerVerdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const counted = await sql<{ transfers: number }>`
        select count(*)::int as transfers from ledger_transfer`.execute(tx);
      const selects = { ...VIOLATIONS, 'sources-exist': await selectMissingSources(tx) };
      const checks: LedgerCheck[] = [];
      for (const check of CHECKS) checks.push(await runCheck(tx, { check, violations: selects[check] }));
      return { transfers: counted.rows[0]?.transfers ?? 0, checks };
    });
}

/** For each check a SELECT of the ids that violate it. */
const VIOLATIONS: Record<Exclude<LedgerCheckName, 'sources-exist'>, RawBuilder<unknown>> = {
  'accounts-exist': sql`
    select t.id from ledger_transfer t
    where not exists (select from ledger_account a where a.id = t.debit_account)
      or not exists (select from ledger_account a where a.id = t.credit_account)`,
  'transfers-allowed': sql`
    select t.id from ledger_transfer t
    where t.amount <= 0 or ledger_account_currency(t.debit_account) <> ledger_account_currency(t.credit_account)
      or not exists (
        select from ledger_transfer_rules rule
        where rule.kind = t.kind and rule.debit_kind = ledger_account_kind(t.debit_account)
          and rule.credit_kind = ledger_account_kind(t.credit_account)
          and coalesce(rule.currency, ledger_account_currency(t.debit_account))
            = ledger_account_currency(t.debit_account))`,
  'keys-unique': sql`
    select id from (
      select t.id, row_number() over (partition by t.kind, t.source_id, t.step order by t.id) as n
      from ledger_transfer t
    ) k where n > 1`,
  'balances-are-sums': sql`
    select a.id from ledger_account a left join (
      select account, sum(change) as change from (
        select debit_account as account, -amount as change from ledger_transfer
        union all select credit_account, amount from ledger_transfer
      ) m group by account
    ) s on s.account = a.id
    where a.balance <> coalesce(s.change, 0)`,
  'balances-follow': sql`
    select distinct id from (
      select id, after - change - lag(after, 1, 0::numeric) over (partition by account order by id) as gap from (
        select id, debit_account as account, -amount as change, debit_balance_after as after from ledger_transfer
        union all select id, credit_account, amount, credit_balance_after from ledger_transfer
      ) m
    ) f where gap <> 0`,
  'currencies-sum-to-zero': sql`
    select ledger_account_currency(id)::bigint as id from ledger_account group by 1 having sum(balance) <> 0`,
};

const CHECKS = [
  'accounts-exist',
  'transfers-allowed',
  'keys-unique',
  'balances-are-sums',
  'balances-follow',
  'currencies-sum-to-zero',
  'sources-exist',
] as const satisfies readonly LedgerCheckName[];

/**
 * Returns a SELECT of the transfers whose source row is missing from the table of their kind. Other capabilities own
 * those tables, so they are read by name: a source id is the row's `id`, or its `seq` where the vault numbers the rows.
 */
async function selectMissingSources(tx: Database): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ code: number; source_table: string; key: string | null }>`
    select k.code, k.source_table, (
      select a.attname from pg_attribute a
      where a.attrelid = to_regclass(k.source_table) and a.attname in ('id', 'seq') and not a.attisdropped
      order by a.attname limit 1
    ) as key
    from ledger_transfer_kinds k order by k.code`.execute(tx);
  const missing = rows.map(({ code, source_table, key }) =>
    key === null
      ? sql`select t.id from ledger_transfer t where t.kind = ${code}`
      : sql`select t.id from ledger_transfer t where t.kind = ${code}
          and not exists (
            select 1 ${sql.raw('from')} ${sql.table(source_table)} c where c.${sql.ref(key)} = t.source_id)`,
  );
  return sql.join(missing, sql` union all `);
}

async function runCheck(
  tx: Database,
  { check, violations }: { check: LedgerCheckName; violations: RawBuilder<unknown> },
): Promise<LedgerCheck> {
  const { rows } = await sql<{ violations: number; first: bigint[] }>`
    select count(*)::int as violations, coalesce((array_agg(id order by id))[1:5], '{}')::bigint[] as first
    from (${violations}) v`.execute(tx);
  return { check, violations: rows[0]?.violations ?? 0, first: rows[0]?.first ?? [] };
}
