import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** One part of the check: how many rows break it, and the first of them (ids of transfers or accounts). */
export type LedgerPart = { readonly part: LedgerPartName; readonly broken: number; readonly first: readonly bigint[] };

export type LedgerPartName =
  | 'accounts-exist'
  | 'movements-exist'
  | 'keys-unique'
  | 'balances-are-sums'
  | 'balances-follow'
  | 'currencies-sum-to-zero'
  | 'sources-exist';

export type LedgerVerdict = { readonly transfers: number; readonly parts: readonly LedgerPart[] };

/**
 * Proves of the whole ledger what foreign keys would, and more: every transfer's accounts exist, its movement is one that exists, its key is
 * its own, its cause is there; every balance is the sum of its account's transfers and follows from one transfer to the next; each currency
 * sums to zero. All as of one moment. rules.md section 9.
 */
export async function verifyLedger(db: Database): Promise<LedgerVerdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const counted = await sql<{ transfers: number }>`select count(*)::int as transfers from ledger_transfer`.execute(
        tx,
      );
      const parts: LedgerPart[] = [];
      for (const [part, broken] of Object.entries(PARTS)) parts.push(await runPart(tx, { part: nameOf(part), broken }));
      parts.push(await runPart(tx, { part: 'sources-exist', broken: await sourcesMissing(tx) }));
      return { transfers: counted.rows[0]?.transfers ?? 0, parts };
    });
}

/** Each gives the ids of the rows that break its part. */
const PARTS: Record<Exclude<LedgerPartName, 'sources-exist'>, RawBuilder<unknown>> = {
  'accounts-exist': sql`
    select t.id from ledger_transfer t
    where not exists (select from ledger_account a where a.id = t.debit_account)
      or not exists (select from ledger_account a where a.id = t.credit_account)`,
  'movements-exist': sql`
    select t.id from ledger_transfer t
    where t.amount <= 0 or ledger_account_currency(t.debit_account) <> ledger_account_currency(t.credit_account)
      or not exists (
        select from ledger_transfer_rules m
        where m.kind = t.kind and m.debit_kind = ledger_account_kind(t.debit_account)
          and m.credit_kind = ledger_account_kind(t.credit_account)
          and coalesce(m.currency, ledger_account_currency(t.debit_account)) = ledger_account_currency(t.debit_account))`,
  'keys-unique': sql`
    select id from (select t.id, row_number() over (partition by t.kind, t.source_id, t.step order by t.id) as n from ledger_transfer t) k
    where n > 1`,
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

/**
 * Transfers whose cause is no row of the table that their kind names. The tables belong to others, so they are found by their names: a cause
 * is the row's `id`, or `seq` where the rows have a number of somebody else's.
 */
async function sourcesMissing(tx: Database): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ code: number; source_table: string; key: string | null }>`
    select k.code, k.source_table, (select a.attname from pg_attribute a where a.attrelid = to_regclass(k.source_table)
      and a.attname in ('id', 'seq') and not a.attisdropped order by a.attname limit 1) as key
    from ledger_transfer_kinds k order by k.code`.execute(tx);
  const each = rows.map(({ code, source_table, key }) =>
    key === null
      ? sql`select t.id from ledger_transfer t where t.kind = ${code}`
      : sql`select t.id from ledger_transfer t where t.kind = ${code}
          and not exists (select 1 ${sql.raw('from')} ${sql.table(source_table)} c where c.${sql.ref(key)} = t.source_id)`,
  );
  return sql.join(each, sql` union all `);
}

async function runPart(
  tx: Database,
  { part, broken }: { part: LedgerPartName; broken: RawBuilder<unknown> },
): Promise<LedgerPart> {
  const { rows } = await sql<{ broken: number; first: bigint[] }>`
    select count(*)::int as broken, coalesce((array_agg(id order by id))[1:5], '{}')::bigint[] as first
    from (${broken}) b`.execute(tx);
  return { part, broken: rows[0]?.broken ?? 0, first: rows[0]?.first ?? [] };
}

function nameOf(part: string): LedgerPartName {
  const isName = (text: string): text is Exclude<LedgerPartName, 'sources-exist'> => text in PARTS;
  if (!isName(part)) throw new Error(`no part ${part}`);
  return part;
}
