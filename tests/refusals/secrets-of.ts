import { formatAmount } from '@city-mint/domain/money/amount-text';
import type pg from 'pg';

/** Shorter texts and figures are anybody's. */
const LEAST = 7;
/** Rows about everybody: what stands in them is no secret. */
const PUBLIC_TABLES = [
  ...['city', 'phase_plan', 'round', 'round_terms', 'round_settlement', 'round_stage', 'mining_day', 'pool_day'],
  ...['disclosure', 'withdrawal_limit', 'reserve_setting', 'mining_setting', 'liabilities_tree', 'settlement_tree'],
];

/** A table, the condition that finds rows in it, and what of a row counts where that is not all of it. */
type Place = { readonly table: string; readonly where: string; readonly row?: string };

/** Where rows of a user stand. */
export async function placesOf(
  admin: pg.Pool,
  { userId, address }: { readonly userId: bigint; readonly address: string },
): Promise<Place[]> {
  const { rows } = await admin.query<{ table_name: string }>(
    `select c.table_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  const owned = (account: string) =>
    `ledger_account_owner(${account}) = ${userId} and ledger_account_kind(${account}) in (1, 2)`;
  return [
    ...rows.map(({ table_name: table }) => ({ table, where: `user_id = ${userId}` })),
    { table: 'app_user', where: `id = ${userId}` },
    { table: 'sign_in_message', where: `address = '${address}'` },
    { table: 'swap', where: `account = '${address}'` },
    { table: 'ledger_account', where: owned('id') },
    {
      table: 'ledger_transfer',
      where: `${owned('debit_account')} or ${owned('credit_account')}`,
      // What the other side has afterwards is not his.
      row: `jsonb_build_object('amount', amount, 'source_id', source_id)`,
    },
  ];
}

/** Every text and figure of these rows that is long enough to be told from another; figures also as replies write amounts. */
async function wordsOf(admin: pg.Pool, places: readonly Place[]): Promise<Set<string>> {
  const words = new Set<string>();
  for (const { table, where, row: counts = 'to_jsonb(t)' } of places) {
    const { rows } = await admin.query<{ row: string }>(`select ${counts}::text as row from ${table} t where ${where}`);
    for (const { row } of rows) {
      for (const [, text = ''] of row.matchAll(/: "([^"]*)"/g)) words.add(text);
      for (const [, digits = '0'] of row.matchAll(/[: [](\d+)(?=[,\]}])/g)) {
        words.add(digits);
        words.add(formatAmount(BigInt(digits)));
      }
    }
  }
  // States and kinds are words of the product.
  return new Set([...words].filter((word) => word.length >= LEAST && !/^[a-z-]+$/.test(word)));
}

/** What is a user's alone: what stands in his rows, and neither in those of another one nor in public ones. */
export async function secretsOf(
  admin: pg.Pool,
  { his, another }: { readonly his: Owner; readonly another: Owner },
): Promise<Set<string>> {
  const secrets = await wordsOf(admin, await placesOf(admin, his));
  const known = await wordsOf(admin, [
    ...(await placesOf(admin, another)),
    ...PUBLIC_TABLES.map((table) => ({ table, where: 'true' })),
  ]);
  return new Set([...secrets].filter((word) => !known.has(word)));
}

export type Owner = { readonly userId: bigint; readonly address: string };

/** The rows of a user, as one text for each table; when a session was last used is left out, for that is noted later. */
export async function rowsOf(admin: pg.Pool, owner: Owner): Promise<Map<string, string>> {
  const parts = (await placesOf(admin, owner)).map(
    ({ table, where }) =>
      `select '${table}' as name, string_agg((to_jsonb(t) - 'last_used_at')::text, ';' order by to_jsonb(t)::text) as rows from ${table} t where ${where}`,
  );
  const { rows } = await admin.query<{ name: string; rows: string | null }>(parts.join(' union all '));
  const found = new Map<string, string>();
  for (const { name, rows: text } of rows) found.set(name, (found.get(name) ?? '') + (text ?? ''));
  return found;
}
