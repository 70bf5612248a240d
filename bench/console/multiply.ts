import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/** Tables that belong together, each with its column of the id that they share, or with that of some of its rows. */
export type RowGroup = Readonly<Record<string, string | SomeRows>>;

/** Of a table whose other rows are of others: those that are copied, as a condition. */
type SomeRows = { readonly id: string; readonly where: string };

type Column = {
  readonly name: string;
  readonly type: string;
  /** Whether it is in a unique key. */
  readonly unique: boolean;
  /** By how much it is shifted from copy to copy: the last number of a key of several columns; else null. */
  readonly shift: string | null;
};

/**
 * Copies the rows of a group until each of its tables has `rows` of them: ids continue those that there are, other
 * unique values are new, and times keep their order within the last year. Constraints over several tables and
 * triggers are off meanwhile (needs the superuser, and one connection alone), so what else the rows name remains
 * what it was. `besides` are tables whose times are those of rows of the group.
 */
export async function multiplyRows(
  db: Database,
  group: RowGroup,
  { rows, besides = [] }: { readonly rows: number; readonly besides?: readonly string[] },
): Promise<void> {
  const tables = Object.entries(group).map(([table, rowsOf]) =>
    typeof rowsOf === 'string' ? { table, id: rowsOf, where: 'true' } : { table, ...rowsOf },
  );
  const sizes = await Promise.all(tables.map((copied) => readSize(db, copied)));
  const fewest = Math.min(...sizes.map(({ count }) => count));
  if (fewest === 0) throw new Error(`${Object.keys(group).join(', ')}: one has no row to copy`);
  const copies = Math.ceil(rows / fewest) - 1;
  const [{ largest: span } = { largest: 0n }] = sizes.toSorted((a, b) => (a.largest < b.largest ? 1 : -1));
  if (copies < 1) return;
  await sql`set session_replication_role = replica`.execute(db);
  for (const table of besides) await squeezeTimes(db, { table, id: '', copies });
  for (const copied of tables) await copyRows(db, { ...copied, span, copies });
  await sql`set session_replication_role = origin`.execute(db);
}

async function readSize(
  db: Database,
  { table, id, where }: Pick<Copying, 'table' | 'id' | 'where'>,
): Promise<{ count: number; largest: bigint }> {
  const { rows } = await sql<{ count: number; largest: string }>`
    select count(*)::int as count, coalesce(max(${sql.ref(id)}), 0)::text as largest
    from ${sql.table(table)} where ${sql.raw(where)}`.execute(db);
  return { count: rows[0]?.count ?? 0, largest: BigInt(rows[0]?.largest ?? 0) };
}

type Copying = {
  readonly table: string;
  readonly id: string;
  readonly where: string;
  readonly span: bigint;
  readonly copies: number;
};

/** Moves the times of all rows into the first part of the last year, of as many as there are copies, and one. */
async function squeezeTimes(
  db: Database,
  { table, id, copies }: Pick<Copying, 'table' | 'id' | 'copies'>,
): Promise<void> {
  const times = (await readColumns(db, { table, id })).filter(({ type }) => type.startsWith('timestamp'));
  if (times.length === 0) return;
  const set = times.map(({ name }) => `${name} = ${squeezed({ name, copies, copy: '0' })}`).join(', ');
  await sql.raw(`update ${table} set ${set}`).execute(db);
}

function squeezed({ name, copies, copy }: { readonly name: string; readonly copies: number; readonly copy: string }) {
  return `now() - ((now() - ${name}) + interval '1 year' * (${copies} - ${copy})) / ${copies + 1}`;
}

async function copyRows(db: Database, { table, id, where, span, copies }: Copying): Promise<void> {
  const columns = await readColumns(db, { table, id });
  await squeezeTimes(db, { table, id, copies });
  // The rows that there are now have their times squeezed: what copies are made of is stretched again.
  const stretched = (name: string) => `(now() - ((now() - ${name}) * ${copies + 1} - interval '1 year' * ${copies}))`;
  const copied = ({ name, type, unique, shift }: Column) => {
    if (name === id) return `${name} + copy * ${span}::bigint`;
    if (type.startsWith('timestamp')) return squeezed({ name: stretched(name), copies, copy: 'copy' });
    if (shift !== null) return `${name} + copy * ${shift}::${type}`;
    if (!unique) return name;
    if (type === 'uuid') return 'gen_random_uuid()';
    if (type === 'bytea') return `sha256(${name} || int4send(copy))`;
    if (type === 'text') {
      const hex = `md5(copy || ${name}) || md5(${name} || copy)`;
      return `case when ${name} like '0x%' then '0x' || substr(${hex}, 1, length(${name}) - 2)
        else ${name} || '-' || copy end`;
    }
    return name;
  };
  const names = columns.map(({ name }) => name).join(', ');
  await sql
    .raw(
      `insert into ${table} (${names}) overriding system value
       select ${columns.map(copied).join(', ')} from ${table}, generate_series(1, ${copies}) copy
       where ${where} order by copy, ${id}`,
    )
    .execute(db);
}

const NUMBERS: ReadonlySet<string> = new Set(['bigint', 'integer', 'smallint']);

/** Returns the columns that a row is inserted with. */
async function readColumns(db: Database, { table, id }: Pick<Copying, 'table' | 'id'>): Promise<Column[]> {
  const { rows: columns } = await sql<{ name: string; type: string; keys: readonly string[] }>`
    select attname as name, format_type(atttypid, null) as type, array(
      select indexrelid::regclass::text from pg_index
      where indrelid = attrelid and indisunique and attnum = any (indkey)) as keys
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  const keysOfId = columns.find(({ name }) => name === id)?.keys ?? [];
  const shifted = new Map<string, string>();
  for (const key of new Set(columns.flatMap(({ keys }) => keys))) {
    if (keysOfId.includes(key)) continue;
    const ofKey = columns.filter(({ keys }) => keys.includes(key));
    const last = ofKey.findLast(({ type }) => NUMBERS.has(type));
    if (last === undefined || ofKey.some(({ type }) => !NUMBERS.has(type))) continue;
    const { rows } = await sql<{ span: string }>`
      select (max(${sql.ref(last.name)}) - min(${sql.ref(last.name)}) + 1)::text as span
      from ${sql.table(table)}`.execute(db);
    shifted.set(last.name, rows[0]?.span ?? '1');
  }
  return columns.map(({ name, type, keys }) => {
    return { name, type, unique: keys.length > 0, shift: shifted.get(name) ?? null };
  });
}
