import { formatAmount } from '@city-mint/domain/money/amount-text';
import type pg from 'pg';

/** Shorter texts and numbers may occur by chance. */
const MINIMUM_LENGTH = 7;
/** Tables with public data. */
const PUBLIC_TABLES = [
  ...['city', 'phase_plan', 'round', 'round_terms', 'round_settlement', 'round_stage', 'mining_day', 'pool_day'],
  ...['disclosure', 'withdrawal_limit', 'reserve_setting', 'mining_setting', 'liabilities_tree', 'settlement_tree'],
];

/** A table, a condition on its rows, and an SQL expression for the relevant part of a row. */
type RowSelection = { readonly table: string; readonly where: string; readonly row?: string };

/** Returns the selections of a user's rows in all tables. */
async function selectionsOf(
  admin: pg.Pool,
  { userId, address }: { readonly userId: bigint; readonly address: string },
): Promise<RowSelection[]> {
  const { rows } = await admin.query<{ table_name: string }>(
    `select c.table_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  const owned = (account: string) =>
    `ledger_account_owner(${account}) = ${userId} and ledger_account_kind(${account}) in (account_kind_available(),
      account_kind_withdrawing())`;
  return [
    ...rows.map(({ table_name: table }) => ({ table, where: `user_id = ${userId}` })),
    { table: 'app_user', where: `id = ${userId}` },
    { table: 'swap', where: `account = '${address}'` },
    { table: 'ledger_account', where: owned('id') },
    {
      table: 'ledger_transfer',
      where: `${owned('debit_account')} or ${owned('credit_account')}`,
      // The other account's balance is not the user's.
      row: `jsonb_build_object('amount', amount, 'source_id', source_id)`,
    },
  ];
}

/** Returns all texts and numbers of these rows that are long enough to identify them; numbers also as amounts. */
async function wordsOf(admin: pg.Pool, selections: readonly RowSelection[]): Promise<Set<string>> {
  const words = new Set<string>();
  for (const { table, where, row: expression = 'to_jsonb(t)' } of selections) {
    const { rows } = await admin.query<{ row: string }>(
      `select ${expression}::text as row from ${table} t where ${where}`,
    );
    for (const { row } of rows) {
      for (const [, text = ''] of row.matchAll(/: "([^"]*)"/g)) words.add(text);
      for (const [, digits = '0'] of row.matchAll(/[: [](\d+)(?=[,\]}])/g)) {
        words.add(digits);
        words.add(formatAmount(BigInt(digits)));
      }
    }
  }
  // States and kinds are no secrets.
  return new Set([...words].filter((word) => word.length >= MINIMUM_LENGTH && !/^[a-z-]+$/.test(word)));
}

/**
 * Returns the texts and numbers that are in the rows of a user, but neither in those of another one nor in public ones.
 */
export async function secretsOf(
  admin: pg.Pool,
  { owner, another }: { readonly owner: Owner; readonly another: Owner },
): Promise<Set<string>> {
  const secrets = await wordsOf(admin, await selectionsOf(admin, owner));
  const known = await wordsOf(admin, [
    ...(await selectionsOf(admin, another)),
    ...PUBLIC_TABLES.map((table) => ({ table, where: 'true' })),
  ]);
  return new Set([...secrets].filter((word) => !known.has(word)));
}

export type Owner = { readonly userId: bigint; readonly address: string };

/**
 * Returns the rows of a user as one text per table, without `last_used_at` of sessions, which is written with a delay.
 */
export async function rowsOf(admin: pg.Pool, owner: Owner): Promise<Map<string, string>> {
  const parts = (await selectionsOf(admin, owner)).map(
    ({ table, where }) =>
      `select '${table}' as name,
         string_agg((to_jsonb(t) - 'last_used_at')::text, ';' order by to_jsonb(t)::text) as rows
       from ${table} t where ${where}`,
  );
  const { rows } = await admin.query<{ name: string; rows: string | null }>(parts.join(' union all '));
  const rowsByTable = new Map<string, string>();
  for (const { name, rows: text } of rows) rowsByTable.set(name, (rowsByTable.get(name) ?? '') + (text ?? ''));
  return rowsByTable;
}
