import { ACCOUNT_KIND_NAMES } from '@city-mint/domain/ledger/account-kinds';
import { TRANSFER_KIND_NAMES, TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Finding, KindCheck, KnownOperators, TransferRange } from './kind-check.ts';

/** Findings of one kind in one range that are reported; one of them is enough to stop. */
const MOST_FINDINGS = 50;

/** The kinds of transfers, and codes without a kind. */
export type ListedKinds = { readonly kinds: readonly TransferKind[]; readonly unknown: readonly number[] };

/** Returns the kinds of the transfers in a range. */
export async function listKinds(tx: Database, { after, upTo }: TransferRange): Promise<ListedKinds> {
  const { rows } = await sql<{ kind: number }>`
    select distinct kind from ledger_transfer where id > ${after} and id <= ${upTo} order by kind`.execute(tx);
  const kinds = TRANSFER_KIND_NAMES.filter((name) => rows.some(({ kind }) => kind === TRANSFER_KINDS[name].code));
  const codes = new Set<number>(TRANSFER_KIND_NAMES.map((name) => TRANSFER_KINDS[name].code));
  return { kinds, unknown: rows.map(({ kind }) => kind).filter((kind) => !codes.has(kind)) };
}

type Compared = {
  readonly id: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly amount: bigint;
  readonly step: number;
  readonly source: bigint;
  readonly expected_debit: bigint | null;
  readonly expected_credit: bigint | null;
  readonly expected_amount: bigint | null;
};

type WrongTransfersOf = {
  readonly kind: TransferKind;
  readonly check: KindCheck;
  readonly operators: KnownOperators;
};

/** Returns the transfers of a kind in a range that are not exactly what their source allows, or such sources. */
export async function findWrongTransfers(
  tx: Database,
  range: TransferRange,
  { kind, check, operators }: WrongTransfersOf,
): Promise<readonly Finding[]> {
  const faults = (await check.prepare?.(tx, range, operators)) ?? [];
  if (faults.length > 0) return faults;
  const { rows } = await sql<Compared>`
    with t as materialized (
      select * from ledger_transfer
      where id > ${range.after} and id <= ${range.upTo} and kind = ${sql.lit(TRANSFER_KINDS[kind].code)}
    ), expected as (${check.expected}), compared as (
      -- Grouped instead of joined: a join of both would compare each with each where statistics expect one row.
      select id, max(debit) filter (where not is_posted) as expected_debit,
        max(credit) filter (where not is_posted) as expected_credit,
        max(amount) filter (where not is_posted) as expected_amount
      from (
        select id, debit_account as debit, credit_account as credit, amount, true as is_posted from t
        union all
        select id, debit, credit, amount, false from expected
      ) sides
      group by id
      having (count(*), count(debit), count(credit), count(amount)) <> (2, 2, 2, 2)
        or (min(debit), min(credit), min(amount)) <> (max(debit), max(credit), max(amount))
      order by id limit ${sql.lit(MOST_FINDINGS)}
    )
    select t.id, t.debit_account as debit, t.credit_account as credit, t.amount, t.step, t.source_id as source,
      c.expected_debit, c.expected_credit, c.expected_amount
    from compared c join t on t.id = c.id
    order by t.id limit ${sql.lit(MOST_FINDINGS)}`.execute(tx);
  return rows.map((row) => ({
    subject: `transfer ${row.id}`,
    kind,
    expected: describeExpected(row),
    found: `${describe(row.debit, row.credit, row.amount)}, source ${row.source}, step ${row.step}`,
  }));
}

function describeExpected({ expected_debit, expected_credit, expected_amount }: Compared): string {
  if (expected_debit === null || expected_credit === null || expected_amount === null) return 'no such transfer';
  return describe(expected_debit, expected_credit, expected_amount);
}

function describe(debit: bigint, credit: bigint, amount: bigint): string {
  return `${amount} from ${nameOf(debit)} to ${nameOf(credit)}`;
}

/** Returns an account in words. */
export function nameOf(account: bigint): string {
  const kind = ACCOUNT_KIND_NAMES[Number(account & 15n)] ?? `kind ${account & 15n}`;
  const currency = ['JU', 'FMC'][Number((account >> 4n) & 15n)] ?? `currency ${(account >> 4n) & 15n}`;
  const owner = account >> 8n;
  return `${kind} ${currency}${owner === 0n ? '' : ` of ${owner}`}`;
}

/**
 * Returns the transfers of a range that have the key of an earlier one. The database's own key excludes them, so rows
 * are only compared while the key is missing.
 */
export async function findRepeated(tx: Database, { after, upTo }: TransferRange): Promise<readonly Finding[]> {
  const { rows: keys } = await sql`
    select from pg_index i
    where i.indrelid = 'ledger_transfer'::regclass and i.indisunique and i.indisvalid and i.indpred is null
      and i.indnkeyatts = 3 and (
        select array_agg(a.attname::text order by a.attname) from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
      ) = '{kind,source_id,step}'`.execute(tx);
  if (keys.length > 0) return [];
  const { rows } = await sql<{ id: bigint; first: bigint; kind: number }>`
    select t.id, min(earlier.id) as first, t.kind from ledger_transfer t join ledger_transfer earlier
      on (earlier.kind, earlier.source_id, earlier.step) = (t.kind, t.source_id, t.step) and earlier.id < t.id
    where t.id > ${after} and t.id <= ${upTo} group by t.id, t.kind order by t.id
    limit ${sql.lit(MOST_FINDINGS)}`.execute(tx);
  return rows.map(({ id, first, kind }) => ({
    subject: `transfer ${id}`,
    kind: TRANSFER_KIND_NAMES.find((name) => TRANSFER_KINDS[name].code === kind) ?? null,
    expected: `one transfer of its source, transfer ${first}`,
    found: 'a second one',
  }));
}
