import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/** Tables that belong together, each with its column of the id that they share. */
export type RowGroup = Readonly<Record<string, string>>;

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
 * what it was.
 */
export async function multiplyRows(db: Database, group: RowGroup, rows: number): Promise<void> {
  const sizes = await Promise.all(Object.entries(group).map(([table, id]) => readSize(db, table, id)));
  const fewest = Math.min(...sizes.map(({ count }) => count));
  if (fewest === 0) throw new Error(`${Object.keys(group).join(', ')}: one has no row to copy`);
  const copies = Math.ceil(rows / fewest) - 1;
  const [{ largest: span } = { largest: 0n }] = sizes.toSorted((a, b) => (a.largest < b.largest ? 1 : -1));
  if (copies < 1) return;
  await sql`set session_replication_role = replica`.execute(db);
  for (const [table, id] of Object.entries(group)) await copyRows(db, { table, id, span, copies });
  await sql`set session_replication_role = origin`.execute(db);
}

async function readSize(db: Database, table: string, id: string): Promise<{ count: number; largest: bigint }> {
  const { rows } = await sql<{ count: number; largest: string }>`
    select count(*)::int as count, coalesce(max(${sql.ref(id)}), 0)::text as largest
    from ${sql.table(table)}`.execute(db);
  return { count: rows[0]?.count ?? 0, largest: BigInt(rows[0]?.largest ?? 0) };
}

type Copying = { readonly table: string; readonly id: string; readonly span: bigint; readonly copies: number };

async function copyRows(db: Database, { table, id, span, copies }: Copying): Promise<void> {
  const columns = await readColumns(db, { table, id });
  const times = columns.filter(({ type }) => type.startsWith('timestamp'));
  const squeezed = (name: string, copy: string) =>
    `now() - ((now() - ${name}) + interval '1 year' * (${copies} - ${copy})) / ${copies + 1}`;
  if (times.length > 0) {
    const set = times.map(({ name }) => `${name} = ${squeezed(name, '0')}`).join(', ');
    await sql.raw(`update ${table} set ${set}`).execute(db);
  }
  // The rows that there are now have their times squeezed: what copies are made of is stretched again.
  const stretched = (name: string) => `(now() - ((now() - ${name}) * ${copies + 1} - interval '1 year' * ${copies}))`;
  const copied = ({ name, type, unique, shift }: Column) => {
    if (name === id) return `${name} + copy * ${span}::bigint`;
    if (type.startsWith('timestamp')) return squeezed(stretched(name), 'copy');
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
       select ${columns.map(copied).join(', ')} from ${table}, generate_series(1, ${copies}) copy order by copy, ${id}`,
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
